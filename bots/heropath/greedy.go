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
		start := w.Start()
		p := newPlanner(&start, DefaultParameters())
		p.greedy(nil, func() bool { return false })
		return p.moves
	})
}

// greedy plays the rest of the game, one best target after the other, until it
// is over or stop says so. It appends what it does to plan.
func (p *planner) greedy(plan []visit, stop func() bool) []visit {
	for !stop() {
		v, ok := p.killBest()
		if !ok {
			break
		}
		plan = append(plan, v)
	}
	return plan
}

// killBest kills the target after which the game looks best. It reports
// whether there was one.
func (p *planner) killBest() (visit, bool) {
	p.look()
	p.choice = p.targets(p.choice)
	best, most := -1, 0.0
	choose := func(id int) {
		if worth := p.evaluate(); best < 0 || worth > most {
			best, most = id, worth
		}
	}
	if !p.try(p.choice, choose) && !p.tryHard(p.choice, choose) {
		return visit{}, false
	}
	return p.killAnyway(best), true
}
