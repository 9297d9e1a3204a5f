package flames

import (
	"io"
	"math"
	"net/url"

	rules "arbiter/referee/games/flames"
)

// What a flame and its distance cost against 1 HP in Greedy's eyes. It sees one
// action only, so coming nearer must be worth the HP of a step by itself.
const (
	greedyHP       = 4
	greedyFlame    = 20
	greedyDistance = 3
)

// Greedy plays the action after which it stands best, as long as it survives.
func Greedy(in io.Reader, out io.Writer, _ url.Values) error {
	return play(in, out, func(r *reader) rules.Action {
		best, bestWorth := rules.Pass, int32(math.MinInt32)
		for action := range r.valid.All() {
			next := r.state
			if next.Act(&r.test, action, nil).Dead() {
				continue
			}
			w := greedyHP*int32(next.HP) - flamesCost(&next, greedyFlame, greedyDistance)
			if w > bestWorth {
				best, bestWorth = action, w
			}
		}
		return best
	})
}
