package heropath

import (
	"io"
	"net/url"

	rules "arbiter/referee/games/heropath"
)

// Greedy looks at the monsters that bring most gold per turn of walking and
// attacking, and kills the one after which the game looks best. Experience and
// fatigue have a price in gold.
func Greedy(in io.Reader, out io.Writer, _ url.Values) error {
	return connect(in, out).play(func(w *rules.World) []rules.Action {
		p := newPlanner(w)
		p.greedy(func() bool { return false })
		return p.moves
	})
}

// greedy plays the rest of the game, one best target after the other, until it
// is over or stop says so. It returns the order of the targets.
func (p *planner) greedy(stop func() bool) (order []int32) {
	targets := make([]target, 0, tried)
	for !stop() {
		p.look()
		targets = p.targets(targets)
		best, most := -1, 0.0
		choose := func(id int) {
			if worth := p.evaluate(); best < 0 || worth > most {
				best, most = id, worth
			}
		}
		if !p.try(targets, choose) && !p.tryHard(targets, choose) {
			return order
		}
		p.killAnyway(best)
		order = append(order, int32(best))
	}
	return order
}
