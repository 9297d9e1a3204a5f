package analysis_test

import (
	"context"
	"testing"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// A guesser is a judge who searches, and takes 0 for the best answer, since it proves
// nothing but that the first position is won by a 1; and who can play on.
type guesser struct{ digits }

func (guesser) Value(_ context.Context, position int, given []string, _ int) judge.Estimate {
	if position == 0 {
		return judge.Estimate{Value: 1, Regret: 0.5, Line: []string{"1"}, Nodes: 7}
	}
	found := judge.Estimate{Value: 0.5, Error: 0.1, RegretError: 0.1, Line: []string{"0", "4"}, Nodes: 7}
	if given[0] != "0" {
		found.Regret = 0.3
	}
	return found
}

// guessed is the game of tally, judged by a guesser.
func guessed(t *testing.T, turns int) (subject, *replay.Record) {
	s, rec := tally(t, turns)
	s.judging = judge.Judging{Name: "guesser", Scale: 1, Searches: true, New: func(seat int) judge.Judge { return guesser{digits{seat}} }}
	return s, rec
}

// "Continuations tell what a search cannot prove": the answer that
// the search likes best is found to be the worst, and a better one is named.
func TestContinuationsCorrectASearch(t *testing.T) {
	s, rec := guessed(t, 6)
	r, notes := s.analyse(t, rec, analysis.Options{Seat: 0})
	if bad := r.Turns[2]; bad.Best != "9" || !bad.Costly() || notes.Turns[2].Regrets.N == 0 {
		t.Errorf("the bad answer: %+v", bad)
	}
	if good := r.Turns[3]; good.Sure != "" || *good.Regret != 0 {
		t.Errorf("the best answer: %+v", good)
	}
}

// "Exact where it proves": no continuation changes what is proven.
func TestContinuationsLeaveProofsAlone(t *testing.T) {
	s, rec := guessed(t, 6)
	r, notes := s.analyse(t, rec, analysis.Options{Seat: 0})
	first := r.Turns[0]
	if *first.Value != 1 || *first.Error != 0 || *first.Regret != 0.5 || *first.RegretError != 0 || first.Best != "1" || first.Sure != analysis.Proven {
		t.Errorf("proven: %+v", first)
	}
	if n := notes.Turns[0].Regrets.N; n > 0 {
		t.Errorf("%d continuations of what is proven", n)
	}
}

// "The two are weighed by their errors": the cost lies between what a search and what continuations say,
// and is known better than by either.
func TestSearchAndContinuationsAreWeighed(t *testing.T) {
	s, rec := guessed(t, 6)
	alone := func(j judge.Judge) analysis.Turn {
		_, searches := j.(guesser)
		s.judging.Searches, s.judging.New = searches, func(int) judge.Judge { return j }
		r, _ := s.analyse(t, rec, analysis.Options{Seat: 0, Samples: 16})
		return r.Turns[2]
	}
	sampled, both := alone(digits{0}), alone(guesser{digits{0}})
	if *both.Regret >= *sampled.Regret || *both.Regret <= 0 {
		t.Errorf("the cost is %v; continuations say %v, the search 0", *both.Regret, *sampled.Regret)
	}
	if *both.RegretError >= *sampled.RegretError || *both.RegretError >= 0.1 {
		t.Errorf("the error is %v; that of continuations %v, of the search 0.1", *both.RegretError, *sampled.RegretError)
	}
}

// "When ctx ends it returns at once, and what it says means little": it is not kept.
func TestASearchThatIsBrokenOffIsNotKept(t *testing.T) {
	s := subject{game: refereetest.Tally{Seats: 1, Turns: 4}}
	rec := s.record(t, referee.Setup{Seed: 1}, func(referee.Match, int) []string { return []string{"9"} })
	ctx, cancel := context.WithCancel(t.Context())
	j := judge.Judging{Name: "late", Scale: 1, Searches: true, New: func(int) judge.Judge { return late{cancel: cancel} }}
	_, notes, err := analysis.Analyse(ctx, "test", rec, s.game, j, analysis.Options{Seat: 0, Workers: 1})
	if err == nil || notes.Turns[0].Search != nil || notes.Turns[0].Asked {
		t.Errorf("kept %+v, error %v", notes.Turns[0], err)
	}
}

// late is a judge whose analysis is cancelled during the first search.
type late struct {
	guesser
	cancel context.CancelFunc
}

func (l late) Value(context.Context, int, []string, int) judge.Estimate {
	l.cancel()
	return judge.Estimate{Value: 0.5, Error: 0.1, RegretError: 0.1, Line: []string{"0"}, Nodes: 1}
}
