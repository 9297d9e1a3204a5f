package heropath

import (
	"cmp"
	"math"
	"slices"

	rules "arbiter/referee/games/heropath"
	"arbiter/referee/rng"
)

// An improver changes a plan a little again and again, runs it, and keeps
// what brings more gold (simulated annealing: Kirkpatrick, Gelatt and Vecchi
// 1983).
type improver struct {
	*planner
	rng      rng.SplitMix64
	close    [][]int32 // by monster: those closest to it; nil when it was not asked for
	order    []stop    // the current plan
	heroes   []runner  // by index of order: the hero before it; one more at the end
	place    []int32   // by monster: its index in order, or -1
	next     []stop    // the plan that is tried
	part     []stop    // of next, in moveStops
	after    []runner  // heroes of next; those before the first difference are not filled in
	rate     float64   // gold of a turn
	least    float64   // lead of a plan that is late, but else as it was, to go on with it
	best     []stop    // the best plan
	gold     int64     // what it brings
	stops    int64     // that were run since the last node
	thorough bool      // whether runs search a way whenever arcs are attacked
	records  bool      // whether runs append their moves
}

const (
	closest      = 24    // monsters that are known to be near another
	checkEvery   = 8     // stops between two looks at how far a plan has fallen behind
	slack        = 0.003 // of all gold: how far it may in the middle
	spare        = 20    // turns left over at the end, at most, that count ...
	spareWorth   = 0.9   // ... as this part of a turn's gold
	stopsPerNode = 300   // stops that cost as much as a position of a search
)

func newImprover(p *planner, plan []visit, seed uint64) *improver {
	m := &improver{planner: p, rng: rng.NewSplitMix64(seed)}
	m.close = make([][]int32, len(p.world.Monsters))
	m.place = make([]int32, len(p.world.Monsters))
	for i := range m.place {
		m.place[i] = -1
	}
	m.begin()
	for i := range plan {
		m.next = append(m.next, stopOf(&plan[i]))
	}
	m.after = append(m.after, m.start())
	m.mostHops, m.thorough = manyHops, true
	m.runNext(0, never, math.Inf(-1))
	m.mostHops, m.thorough = fewHops, false
	m.accept(0)
	m.best, m.gold = slices.Clone(m.order), m.heroes[len(m.order)].gold
	return m
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
	m.epoch++
	m.revive(m.order[min(from, len(m.order)):]) // all others live
	hero := m.after[from]
	m.after = m.after[:from+1]
	to, same := from, 0
	for i := from; i < len(m.next); i++ {
		if i >= again && to == i && hero.like(&m.heroes[i]) {
			if m.lead(&hero, &m.heroes[i]) < m.least {
				m.next = m.next[:i]
				return false
			}
			if i = m.skip(i, &hero); i == len(m.next) {
				to = i
				break
			}
			to, again = i, never
		}
		if !m.run(m.next[i:], &hero) {
			continue
		}
		m.next[to] = m.next[i]
		to++
		m.after = append(m.after, hero)
		if old := m.place[m.next[i].id]; old >= 0 {
			if same++; same%checkEvery == 0 && m.lead(&hero, &m.heroes[old+1]) < margin {
				m.next = m.next[:to]
				return false
			}
		}
	}
	m.next = m.next[:to]
	m.extend(hero)
	return true
}

// skip runs stops as in the plan, only earlier or later, until the turns run out. It
// returns the index of the first stop that it left.
func (m *improver) skip(i int, hero *runner) int {
	late, more := hero.turn-m.heroes[i].turn, hero.gold-m.heroes[i].gold
	for ; i < len(m.order) && m.heroes[i+1].turn+late <= m.turns; i++ {
		m.after = append(m.after, m.heroes[i+1])
		m.after[i+1].turn += late
		m.after[i+1].gold += more
		m.state.SetHP(int(m.order[i].id), 0)
	}
	*hero = m.after[i]
	m.stops++
	return i
}

// lead returns how much gold a hero is ahead of one who has killed the
// same monster last: turns and fatigue at what they are worth.
func (m *improver) lead(is, was *runner) float64 {
	hurt := float64(is.fatigue-was.fatigue) / (fatigueScale + float64(was.fatigue))
	return float64(is.gold-was.gold) - m.rate*(float64(is.turn-was.turn)+hurt*float64(m.turns-is.turn))
}

// extend adds kills of monsters close by to the end of next, as long as there
// are turns for them.
func (m *improver) extend(hero runner) {
	for n := len(m.next); n > 0; n = len(m.next) {
		for _, id := range m.closeTo(m.next[n-1].id) {
			if !m.state.Alive(int(id)) || m.hits(hero.level)[id] > float64(m.turns-hero.turn) {
				continue
			}
			m.next = append(m.next, stop{id: id, cell: nowhere})
			if m.run(m.next[n:], &hero) {
				m.after = append(m.after, hero)
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
func (m *improver) worth(h *runner) float64 {
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
	for i := range m.order[at:] {
		m.state.SetHP(int(m.order[at+i].id), 0)
	}
}

// revive gives the monsters of stops the health that they begin with.
func (m *improver) revive(stops []stop) {
	for i := range stops {
		id := int(stops[i].id)
		m.state.SetHP(id, m.root.HP(id))
	}
}

// closeTo returns the monsters closest to one, the closest first.
func (m *improver) closeTo(id int32) []int32 {
	if m.close[id] != nil {
		return m.close[id]
	}
	at := &m.world.Monsters[id]
	var found []int32
	for radius := m.side; ; radius *= 2 {
		found = m.atlas.near(found[:0], at.X, at.Y, radius)
		if len(found) > 2*closest || radius > m.world.Width+m.world.Height {
			break
		}
	}
	found = slices.DeleteFunc(found, func(other int32) bool { return other == id })
	far := func(other int32) int64 {
		b := &m.world.Monsters[other]
		return (at.X-b.X)*(at.X-b.X) + (at.Y-b.Y)*(at.Y-b.Y)
	}
	slices.SortFunc(found, func(a, b int32) int { return cmp.Compare(far(a), far(b)) })
	m.close[id] = slices.Clone(found[:min(closest, len(found))])
	return m.close[id]
}

// restart goes back to the best plan and returns its moves.
func (m *improver) restart() []rules.Action {
	m.next = append(m.next[:0], m.best...)
	m.after = append(m.after[:0], m.start())
	m.records, m.moves = true, m.moves[:0]
	m.runNext(0, never, math.Inf(-1))
	m.records = false
	m.accept(0)
	return slices.Clone(m.moves)
}
