package analysis_test

import (
	"cmp"
	"testing"

	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// "Marks a blunder in at most 5 % of exact domain turns whose answer was optimal":
// in the last turns of matches of the boss, where a longer search proves what an
// analysis may have to guess.
//
//	go test ./server/study/analysis -run TestOptimalAnswers -matches 20 -v -timeout 0
func TestOptimalAnswersAreNoBlunders(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: statistics") // make quick passes -short; make test and CI play it
	}
	const last = 14 // turns of a match
	budget := 1_000_000
	if *matches == 0 {
		budget = 100_000
	}
	s := subjects()["domain"]
	optimal, blunders := 0, 0
	for number := range int64(cmp.Or(*matches, 1)) {
		rec := s.bosses(t, s.setup(number+40_000), planted{})
		r, _ := s.analyse(t, rec, analysis.Options{Seat: analysis.AllSeats, Effort: cmp.Or(*effort, s.effort)})
		for p, err := range replay.Positions(rec, s.game) {
			if err != nil {
				t.Fatal(err)
			}
			if p.Turn.Number <= len(rec.Turns)-last {
				continue
			}
			j := s.judging.New(p.Turn.Answers[0].Seat)
			j.Look(p.Match)
			if f := j.Value(t.Context(), 0, p.Turn.Answers[0].Lines, budget); f.Error > 0 || f.RegretError > 0 || f.Regret > 0 {
				continue
			}
			optimal++
			if bad := r.Turns[p.Turn.Number-1]; bad.Costly() && *bad.Regret >= 0.2 {
				blunders++
				t.Logf("match %d, turn %d: %s although it is optimal", number, p.Turn.Number, bad.Sure)
			}
		}
	}
	t.Logf("%d of %d optimal answers are said to cost a fifth of a match", blunders, optimal)
	if optimal == 0 || 20*blunders > optimal {
		t.Errorf("%d of %d optimal answers are said to cost a fifth of a match; want 5 %%", blunders, optimal)
	}
}
