package heropath

import (
	"testing"

	"arbiter/referee"
	rules "arbiter/referee/games/heropath"
)

// "The value is never below what was really achieved from there", however few
// nodes there are: not even after a plan that the planner does not find again.
func TestJudgeNeverBelowWhatWasMade(t *testing.T) {
	for _, seed := range []int64{1, 3} {
		w := rules.Deal(seed)
		s := w.Start()
		moves := Plan(&s, Budget{Nodes: 3000}, 1, DefaultParameters())
		playMoves(t, &s, moves)
		j := NewJudge()
		j.Look(deal(t, referee.Setup{Seed: seed}))
		j.Took([]string{string(rules.AppendAnswer(nil, moves))})
		positions := 1
		for turn := 2; turn <= len(moves); turn++ {
			if j.Look(nil) {
				positions++
			}
		}
		if positions < s.Kills {
			t.Errorf("seed %d: %d positions of %d kills", seed, positions, s.Kills)
		}
		for position := 0; position < positions; position += 1 + positions/5 {
			if value := j.Value(t.Context(), position, nil, 1).Value; value < float64(s.Gold) {
				t.Errorf("seed %d, position %d: %.0f, but %d was made of it", seed, position, value, s.Gold)
			}
		}
	}
}
