package heropath

import (
	"cmp"
	"slices"
)

// openings are the columns, and the rows, of parts of the world, in each of
// which a game may begin.
const openings = 6

// opening returns the best of several greedy plans. The first is greedy from
// the root; the others go somewhere else first: what is far off never brings
// most gold per turn, even where it is worth the walk.
func (p *planner) opening(spend *spending, until float64) []visit {
	stop := func() bool {
		spend.nodes++
		return spend.spent() > until
	}
	// Nodes always suffice for one plan.
	best := p.greedy(nil, func() bool { spend.nodes++; return spend.time() > until })
	gold := p.state.Gold
	for _, id := range p.distant() {
		if stop() {
			break
		}
		p.begin()
		p.look()
		plan := p.greedy([]visit{p.killAnyway(int(id))}, stop)
		if p.state.Gold > gold {
			best, gold = plan, p.state.Gold
		}
	}
	return best
}

// distant returns for every part of the world the monster to begin with, the
// most promising one first: were all others like it, they would bring most
// gold in the turns that the walk leaves.
func (p *planner) distant() []int32 {
	var best [openings * openings]target
	s := &p.root
	hits := p.hits(s.Level)
	for id := range p.world.Monsters {
		m := &p.world.Monsters[id]
		if !s.Alive(id) || s.Speed == 0 {
			continue
		}
		left := float64(p.turns-s.Turn) - hypot(float64(m.X-s.X), float64(m.Y-s.Y))/float64(s.Speed)
		part := &best[m.Y*openings/(p.world.Height+1)*openings+m.X*openings/(p.world.Width+1)]
		if rate := float64(m.Gold) * left / (hits[id] + 2); rate > part.rate && hits[id] < left {
			*part = target{id, rate}
		}
	}
	slices.SortFunc(best[:], func(a, b target) int { return cmp.Compare(b.rate, a.rate) })
	var ids []int32
	for _, t := range best {
		if t.rate > 0 {
			ids = append(ids, int32(t.id))
		}
	}
	return ids
}
