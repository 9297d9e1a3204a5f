package analysis_test

import (
	"math/rand/v2"
	"testing"

	"arbiter/server/study/analysis"
)

// A hasty judge stops early: to its samples a 0 is worth less than a 9, and at the end
// of the match all answers are worth the same, or a 0 what costs says.
type hasty struct {
	digits
	costs float64
}

func (h hasty) Finish(position int, answers [][]string, n int) float64 {
	r := rand.New(rand.NewPCG(uint64(position)<<1+1, uint64(n)))
	value := 0.5 + 0.1*r.Float64()
	if answers[h.seat][0] == "0" {
		value -= h.costs
	}
	return value
}

// "Of a bad one Finish tells the truth": an answer that only looks bad where samples end
// is not marked, and one that costs a quarter of a match at its end is a blunder.
func TestPlayToTheEndDecides(t *testing.T) {
	for _, tt := range []struct {
		name  string
		costs float64
		want  analysis.Mark
	}{
		{"it costs nothing", 0, analysis.Fine},
		{"it costs a quarter", 0.25, analysis.Blunder},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, rec := tally(t, 6)
			s.judging.New = func(seat int) analysis.Judge { return hasty{digits{seat}, tt.costs} }
			r, notes := s.analyse(t, rec, analysis.Options{Seat: 0})
			bad := r.Turns[2]
			if bad.Mark == nil || *bad.Mark != tt.want || notes.Turns[2].Ends.N == 0 {
				t.Errorf("%+v, %d plays to the end; want the mark %s", bad, notes.Turns[2].Ends.N, tt.want)
			}
			if n := notes.Turns[1].Ends.N; n > 0 {
				t.Errorf("%d plays to the end of an answer that does not look bad", n)
			}
		})
	}
}

// An answer that looks bad where samples end has no mark while none was played to the
// end: the budget is over.
func TestLooksAreNotMarked(t *testing.T) {
	s, rec := tally(t, 6)
	s.judging.New = func(seat int) analysis.Judge { return hasty{digits{seat}, 0.25} }
	notes := &analysis.Notes{Judge: s.judging.Name, Turns: []analysis.Note{
		{Turn: 3, Asked: true, Best: []string{"9"}, Regrets: analysis.Tally{N: 50, Mean: 0.4, Squares: 0.1}},
	}}
	r, notes := s.analyse(t, rec, analysis.Options{Seat: 0, Effort: 1, Notes: notes})
	bad := r.Turns[2]
	if notes.Turns[2].Ends.N > 0 || *bad.Regret != 0.4 || *bad.RegretError < 0.4 || bad.Mark != nil {
		t.Errorf("%+v, regret %v ± %v; want a regret of 0.4 without a mark", bad, *bad.Regret, *bad.RegretError)
	}
}

// A fair is a coin that can be tossed to the end.
type fair struct{ coin }

func (f fair) Finish(position int, answers [][]string, n int) float64 {
	return f.Sample(position, answers, n+1<<20)
}

// Plays to the end are not those that made an answer look bad, and need to be larger
// than their error only: of 2000 answers that cost nothing at most four are marked.
func TestLuckIsNotMarkedAtTheEnd(t *testing.T) {
	s, rec, o := ofLuck(t, fair{})
	r, notes := s.analyse(t, rec, o)
	finished := 0
	for _, n := range notes.Turns {
		finished += min(1, n.Ends.N)
	}
	if len(r.Worst) > mostLucky || finished < 20 {
		t.Errorf("%d of %d answers are marked: %v; want at most %d; %d were played to the end", len(r.Worst), len(r.Turns), r.Worst, mostLucky, finished)
	}
}
