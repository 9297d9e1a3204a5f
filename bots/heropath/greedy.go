package heropath

import (
	"io"
	"net/url"

	rules "arbiter/referee/games/heropath"
)

// Greedy always kills the monster that brings most per turn of walking and
// attacking. Experience and fatigue have a price in gold.
func Greedy(in io.Reader, out io.Writer, _ url.Values) error {
	return connect(in, out).play(func(w *rules.World) []rules.Action {
		p := newPlanner(w)
		p.greedy()
		return p.moves
	})
}

// greedy plays the rest of the game, one best target after the other, and
// returns their order.
func (p *planner) greedy() (order []int32) {
	targets := make([]target, 0, tried)
	for {
		p.look()
		targets = p.targets(targets)
		best, most := -1, 0.0
		choose := func(id int) {
			if worth := p.worth(); best < 0 || worth > most {
				best, most = id, worth
			}
		}
		if !p.try(targets, choose) && !p.tryHard(targets, choose) {
			return order
		}
		p.killAnyway(best)
		order = append(order, int32(best))
	}
}
