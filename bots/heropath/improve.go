package heropath

import (
	"math"
	"slices"

	"arbiter/referee/rng"
)

// An improver changes a plan a little again and again, runs it, and keeps
// what brings more gold (simulated annealing: Kirkpatrick, Gelatt and Vecchi
// 1983).
type improver struct {
	*planner
	rng    rng.SplitMix64
	order  []stop  // the current plan
	heroes []hero  // by index of order: the hero before it; one more at the end
	place  []int32 // by monster: its index in order, or -1
	next   []stop  // the plan that is tried
	part   []stop  // of next, in moveStops
	after  []hero  // heroes of next; those before the first difference are not filled in
	rate   float64 // gold of a turn
	least  float64 // lead of a plan that is late, but else as it was, to go on with it
	best   []stop  // the best plan
	gold   int64   // what it brings
	stops  int64   // that were run since the last node
}

const (
	checkEvery   = 8     // stops between two looks at how far a plan has fallen behind
	slack        = 0.003 // of all gold: how far it may in the middle
	spare        = 20    // turns left over at the end, at most, that count ...
	spareWorth   = 0.9   // ... as this part of a turn's gold
	stopsPerNode = 300   // stops that cost as much as a position of a search
)

func newImprover(p *planner, plan []stop, seed uint64) *improver {
	m := &improver{planner: p, rng: rng.NewSplitMix64(seed), best: plan}
	m.place = make([]int32, len(p.world.Monsters))
	for i := range m.place {
		m.place[i] = -1
	}
	m.prospects = 0 // it sees what comes next
	m.restart()
	m.best, m.gold = slices.Clone(m.order), m.hero.gold
	return m
}

// restart goes back to the best plan.
func (m *improver) restart() {
	m.begin()
	m.next = append(m.next[:0], m.best...)
	m.after = append(m.after[:0], m.hero)
	m.runNext(0, never, math.Inf(-1))
	m.accept(0)
}

// accept makes next the plan, which is as it was up to an index.
func (m *improver) accept(from int) {
	for i := from; i < len(m.order); i++ {
		m.place[m.order[i].id] = -1
	}
	m.order, m.next = m.next, m.order
	m.heroes = append(m.heroes[:from], m.after[from:]...)
	for i := from; i < len(m.order); i++ {
		m.place[m.order[i].id] = int32(i)
	}
	// What a turn is worth: what the last part of the plan earns in one.
	late, end := &m.heroes[len(m.order)*3/4], &m.heroes[len(m.order)]
	m.rate = float64(end.gold-late.gold) / max(float64(m.turns-late.turn), 1)
}

// runNext runs next from an index on, where the hero is after[index], and
// reports whether it was run to the end: not when it falls behind the plan
// by more than margin. Targets that cannot be killed in time are dropped. From
// the index again on, next is the plan with the same monsters before it.
func (m *improver) runNext(from, again int, margin float64) bool {
	m.revive(m.order[min(from, len(m.order)):]) // all others live
	m.hero = m.after[from]
	m.after = m.after[:from+1]
	to, same := from, 0
	for i := from; i < len(m.next); i++ {
		if i >= again && to == i && m.hero.like(&m.heroes[i]) {
			if m.lead(&m.hero, &m.heroes[i]) < m.least {
				m.next = m.next[:i]
				return false
			}
			if i = m.skip(i); i == len(m.next) {
				to = i
				break
			}
			to, again = i, never
		}
		if !m.run(i) {
			continue
		}
		m.next[to] = m.next[i]
		to++
		m.after = append(m.after, m.hero)
		if old := m.place[m.next[i].id]; old >= 0 {
			if same++; same%checkEvery == 0 && m.lead(&m.hero, &m.heroes[old+1]) < margin {
				m.next = m.next[:to]
				return false
			}
		}
	}
	m.next = m.next[:to]
	m.extend()
	return true
}

// run kills the monster of a stop of next.
func (m *improver) run(i int) bool {
	m.stops++
	after := nowhere
	if i+1 < len(m.next) {
		after = m.next[i+1].cell
	}
	return m.kill(&m.next[i], after)
}

// like reports whether two heroes differ in turns and gold at most, when they
// have killed the same monsters.
func (h *hero) like(other *hero) bool { return h.cell == other.cell && h.fatigue == other.fatigue }

// skip runs stops as in the plan, only earlier or later, until the turns run out. It
// returns the index of the first stop that it left.
func (m *improver) skip(i int) int {
	late, more := m.hero.turn-m.heroes[i].turn, m.hero.gold-m.heroes[i].gold
	for ; i < len(m.order) && m.heroes[i+1].turn+late <= m.turns; i++ {
		m.after = append(m.after, m.heroes[i+1])
		m.after[i+1].turn += late
		m.after[i+1].gold += more
		m.dead.add(m.order[i].id)
	}
	m.hero = m.after[i]
	m.stops++
	return i
}

// lead returns how much gold a hero is ahead of one who has killed the
// same monster last: turns and fatigue at what they are worth.
func (m *improver) lead(is, was *hero) float64 {
	hurt := float64(is.fatigue-was.fatigue) / (fatigueScale + float64(was.fatigue))
	return float64(is.gold-was.gold) - m.rate*(float64(is.turn-was.turn)+hurt*float64(m.turns-is.turn))
}

// extend adds kills of monsters close by to the end of next, as long as there
// are turns for them.
func (m *improver) extend() {
	for n := len(m.next); n > 0; n = len(m.next) {
		for _, id := range m.closeTo(m.next[n-1].id) {
			if m.dead.has(id) || m.hits(m.hero.level)[id] > float64(m.turns-m.hero.turn) {
				continue
			}
			m.next = append(m.next, stop{id: id, cell: nowhere})
			if m.run(n) {
				m.after = append(m.after, m.hero)
			} else {
				m.next = m.next[:n]
			}
			break
		}
		if len(m.next) == n {
			return
		}
	}
}

// worth returns what a plan brings that ends with the hero, with the turns
// that are left over.
func (m *improver) worth(h *hero) float64 {
	return float64(h.gold) + spareWorth*m.rate*float64(min(m.turns-h.turn, spare))
}

// improve changes the plan until the share of the budget is spent. heat is how
// much gold a change may cost at first, in turns; it falls to 0, ever slower.
func (m *improver) improve(spend *spending, until float64, heat float64) {
	from := spend.spent()
	if len(m.order) < 2 {
		return
	}
	for {
		done := spend.spent()
		if done >= until {
			break
		}
		m.stops++ // a change that cannot be made costs something, too
		left := 1 - (done-from)/(until-from)
		margin := heat * m.rate * left * left * math.Log(max(float64(m.rng.Below(1<<20)), 1)/(1<<20))
		if from, again := m.change(); from >= 0 {
			m.attempt(from, again, margin)
		}
		spend.nodes += m.stops / stopsPerNode
		m.stops %= stopsPerNode
	}
}

// attempt runs next, which is other than the plan between two indices, and makes it
// the plan unless it is worse by more than margin.
func (m *improver) attempt(at, again int, margin float64) {
	m.after = slices.Grow(m.after[:0], at+1)[:at+1]
	m.after[at] = m.heroes[at]
	m.least = 2*margin - m.rate
	now := m.worth(&m.heroes[len(m.order)])
	if m.runNext(at, again, 4*margin-slack*float64(m.gold)) && len(m.next) > 1 && m.worth(&m.after[len(m.next)])-now >= margin {
		m.accept(at)
		if gold := m.heroes[len(m.order)].gold; gold > m.gold {
			m.gold, m.best = gold, append(m.best[:0], m.order...)
		}
		return
	}
	// The monsters of next are dead; those of order have to be again.
	m.revive(m.next[min(at, len(m.next)):])
	for _, s := range m.order[at:] {
		m.dead.add(s.id)
	}
}

// revive brings the monsters of stops to life.
func (m *improver) revive(stops []stop) {
	for _, s := range stops {
		m.dead.remove(s.id)
	}
}
