package analysis_test

import (
	"testing"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// "It prints the difference of the mean results with its error": a 9 gains 0.25 on the
// recorded 0 of turn 3, and 0 on itself. What only luck decides is not in the
// difference.
func TestTryTellsTheBetterAnswer(t *testing.T) {
	s, rec := tally(t, 6)
	try := func(j judge.Judge, a, b []string) *analysis.Trial {
		t.Helper()
		s.judging.New = func(int) judge.Judge { return j }
		found, err := analysis.Try(t.Context(), rec, s.game, s.judging, analysis.Question{Turn: 3, A: a, B: b}, analysis.Options{Seat: 0, Samples: 64})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	h := hasty{digits{0}, 0.25}
	s.judging.Kinds = kinds()
	if found := try(h, []string{"9"}, nil); !found.Tells || *found.Gain < 0.2 || *found.Gain > 0.3 || found.B != "0" || found.Pairs != 64 {
		t.Errorf("9 for the recorded 0: %+v, gain %v", found, *found.Gain)
	}
	if found := try(h, []string{"0"}, []string{"9"}); !found.Tells || *found.Gain > -0.2 {
		t.Errorf("0 for 9: gain %v", *found.Gain)
	}
	if found := try(h, []string{"4"}, []string{"4"}); !found.Same || found.Pairs > 0 {
		t.Errorf("4 for 4: %+v", found)
	}
	if found := try(fair{coin{digits{0}}}, []string{"9"}, []string{"8"}); found.Tells {
		t.Errorf("what luck decides: gain %v ± %v", *found.Gain, *found.Error)
	}
}

// A turn in which the seat was not asked is refused.
func TestTryRefusesOtherTurns(t *testing.T) {
	s, rec := tally(t, 6)
	if _, err := analysis.Try(t.Context(), rec, s.game, s.judging, analysis.Question{Turn: 7, A: []string{"9"}}, analysis.Options{Seat: 0, Samples: 8}); err == nil {
		t.Error("turn 7 of 6 is tried")
	}
}

// "What a search proves stands above what players make of it": no other answer gains on the
// one that won the match at once.
func TestTryProves(t *testing.T) {
	s := subjects()["domain"]
	rec := s.bosses(t, s.setup(50_001), planted{})
	last := len(rec.Turns)
	winner := rec.Turns[last-1].Answers[0].Seat
	if rec.Footer.Result.Ranks[winner] != 1 {
		t.Fatal("the last answer lost the match; want another match")
	}
	var other []string
	for p, err := range replay.Positions(rec, s.game) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Turn.Number != last {
			continue
		}
		for _, answer := range p.Match.(referee.Chooser).Choices(winner) {
			if answer[0] != rec.Turns[last-1].Answers[0].Lines[0] {
				other = answer
			}
		}
	}
	found, err := analysis.Try(t.Context(), rec, s.game, s.judging, analysis.Question{Turn: last, A: other}, analysis.Options{Seat: winner, Samples: 8})
	if err != nil {
		t.Fatal(err)
	}
	if found.Proven == nil || *found.Proven > 0 || found.Proof == 0 {
		t.Errorf("%s for the winning answer: proven %v by %d positions; want a proof that it gains nothing", found.A, found.Proven, found.Proof)
	}
}
