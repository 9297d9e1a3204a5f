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
		return p.movesOf(p.greedy(func() bool { return false }))
	})
}

// greedy plays the rest of the game, one best target after the other, until it
// is over or stop says so. It returns the kills.
func (p *planner) greedy(over func() bool) (plan []stop) {
	for !over() {
		s, ok := p.killBest()
		if !ok {
			break
		}
		plan = append(plan, s)
	}
	return plan
}

// killBest kills the target after which the game looks best. It reports
// whether there was one.
func (p *planner) killBest() (best stop, ok bool) {
	p.look()
	p.choice = p.targets(p.choice)
	after, most := p.hero, 0.0
	choose := func(s stop) {
		if worth := p.evaluate(s.id); !ok || worth > most {
			best, after, most, ok = s, p.hero, worth, true
		}
	}
	if !p.try(p.choice, choose) {
		p.thorough = true
		p.try(p.choice, choose)
		p.thorough = false
	}
	if ok {
		p.hero = after
		p.dead.add(best.id)
	}
	return best, ok
}
