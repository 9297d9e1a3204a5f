package flames

import (
	"io"
	"net/url"

	rules "arbiter/referee/games/flames"
)

// What a flame and its distance cost Greedy, against 1 HP for a HP.
const (
	greedyFlame    = 10
	greedyDistance = 1
	// greedyActions is how far Greedy looks: one action hardly ever puts a
	// flame out, the next ones do.
	greedyActions = 4
)

// Greedy tries every row of a few movements and plays the first one of the
// best. When no row is better than to stand still it passes.
func Greedy(in io.Reader, out io.Writer, _ url.Values) error {
	return play(in, out, func(r *reader) rules.Action {
		best, bestWorth := rules.Pass, greedyWorth(&r.state)
		for action := rules.MoveN; action <= rules.JumpW; action++ {
			if !r.valid.Has(action) {
				continue
			}
			next := r.state
			if w, alive := look(&r.test, &next, action, greedyActions); alive && w > bestWorth {
				best, bestWorth = action, w
			}
		}
		return best
	})
}

func greedyWorth(s *rules.State) int32 {
	return int32(s.HP) - flamesCost(s, greedyFlame, greedyDistance)
}

// look plays the action and returns the value of the best position that
// follows within so many actions.
func look(c *rules.Case, s *rules.State, a rules.Action, actions int) (int32, bool) {
	if s.Act(c, a, nil).Dead() {
		return 0, false
	}
	best := greedyWorth(s)
	if actions == 1 {
		return best, true
	}
	valid := s.Valid(c)
	for action := rules.MoveN; action <= rules.JumpW; action++ {
		if !valid.Has(action) {
			continue
		}
		next := *s
		if w, alive := look(c, &next, action, actions-1); alive && w > best {
			best = w
		}
	}
	return best, true
}
