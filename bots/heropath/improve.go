package heropath

import (
	"cmp"
	"math"
	"slices"

	rules "arbiter/referee/games/heropath"
	"arbiter/referee/rng"
)

// An improver changes a plan a little again and again, plays it, and keeps
// what brings more gold (simulated annealing: Kirkpatrick, Gelatt and Vecchi
// 1983).
type improver struct {
	*planner
	rng    rng.SplitMix64
	close  [][]int32    // by monster: those closest to it; nil when it was not asked for
	order  []visit      // the current plan
	heroes []rules.Hero // by index of order: the hero before it; one more at the end
	place  []int32      // by monster: its index in order, or -1
	next   []visit      // the plan that is tried
	after  []rules.Hero // heroes of next
	rate   float64      // gold of a turn
	best   []visit      // the best plan
	gold   int64        // what it brings
}

const (
	closest    = 24    // monsters that are known to be near another
	checkEvery = 8     // visits between two looks at how far a plan has fallen behind
	slack      = 0.003 // of all gold: how far it may in the middle
	spare      = 20    // turns left over at the end, at most, that count ...
	spareWorth = 0.9   // ... as this part of a turn's gold
)

func newImprover(p *planner, order []visit, seed uint64) *improver {
	m := &improver{planner: p, rng: rng.NewSplitMix64(seed)}
	m.close = make([][]int32, len(p.world.Monsters))
	m.place = make([]int32, len(p.world.Monsters))
	m.begin()
	m.next = append(m.next, order...)
	m.after = append(m.after, m.root.Hero)
	m.mostHops = manyHops
	m.play(0, math.Inf(-1))
	m.mostHops = fewHops
	m.accept()
	m.best, m.gold = slices.Clone(m.order), m.heroes[len(m.order)].Gold
	return m
}

// accept makes next the plan.
func (m *improver) accept() {
	for _, v := range m.order {
		m.place[v.id] = -1
	}
	if m.order == nil {
		for i := range m.place {
			m.place[i] = -1
		}
	}
	m.order, m.next = m.next, m.order
	m.heroes, m.after = m.after, m.heroes
	for i, v := range m.order {
		m.place[v.id] = int32(i)
	}
	// What a turn is worth: what the last part of the plan earns in one.
	from, to := &m.heroes[len(m.order)*3/4], &m.heroes[len(m.order)]
	m.rate = float64(to.Gold-from.Gold) / max(float64(m.turns-from.Turn), 1)
}

// play plays next from an index on, where the hero is after[index], and
// reports whether it was played to the end: not when it falls behind the plan
// by more than margin. Targets that cannot be killed in time are dropped.
func (m *improver) play(from int, margin float64) bool {
	m.epoch++
	m.revive(m.order[min(from, len(m.order)):])
	m.revive(m.next[from:])
	m.state.Hero = m.after[from]
	m.after = m.after[:from+1]
	to := from
	same := 0
	for i := from; i < len(m.next); i++ {
		id := m.next[i].id
		m.moves = m.moves[:0]
		before := m.state.Save(rules.AttackOn(int(id)))
		if !m.visit(m.next[i:]) {
			m.state.Undo(before)
			continue
		}
		m.next[to] = m.next[i]
		to++
		m.after = append(m.after, m.state.Hero)
		if old := m.place[id]; old >= 0 && margin > math.Inf(-1) {
			if same++; same%checkEvery == 0 && m.lead(&m.heroes[old+1]) < margin {
				m.next = m.next[:to]
				return false
			}
		}
	}
	m.next = m.next[:to]
	m.extend()
	return true
}

// lead returns how much gold the state is ahead of a hero who has killed the
// same monster last: turns and fatigue at what they are worth.
func (m *improver) lead(was *rules.Hero) float64 {
	is := &m.state.Hero
	hurt := float64(is.Fatigue-was.Fatigue) / (fatigueScale + float64(was.Fatigue))
	return float64(is.Gold-was.Gold) - m.rate*(float64(is.Turn-was.Turn)+hurt*float64(m.turns-is.Turn))
}

// extend adds kills of monsters close by to the end of next, as long as there
// are turns for them.
func (m *improver) extend() {
	for n := len(m.next); n > 0; n = len(m.next) {
		for _, id := range m.closeTo(m.next[n-1].id) {
			if !m.state.Alive(int(id)) || m.hits(m.state.Level)[id] > float64(m.turns-m.state.Turn) {
				continue
			}
			m.moves = m.moves[:0]
			before := m.state.Save(rules.AttackOn(int(id)))
			m.next = append(m.next, visit{id: id, cell: nowhere})
			if m.visit(m.next[n:]) {
				m.after = append(m.after, m.state.Hero)
			} else {
				m.state.Undo(before)
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
func (m *improver) worth(h *rules.Hero) float64 {
	return float64(h.Gold) + spareWorth*m.rate*float64(min(m.turns-h.Turn, spare))
}

// run improves the plan until the share of the budget is spent. heat is how
// much gold a change may cost at first, in turns; it falls to 0.
func (m *improver) run(spend *spending, until float64, heat float64) {
	from := spend.spent()
	if len(m.order) < 2 {
		return
	}
	for {
		done := spend.spent()
		if done >= until {
			break
		}
		spend.nodes++
		left := 1 - (done-from)/(until-from)
		heat := heat * m.rate * left
		at := m.change()
		if at < 0 {
			continue
		}
		m.after = append(m.after[:0], m.heroes[:at+1]...)
		now := m.worth(&m.heroes[len(m.order)])
		margin := heat * math.Log(max(float64(m.rng.Below(1<<20)), 1)/(1<<20))
		ok := m.play(at, 4*margin-slack*float64(m.gold))
		gold := m.after[len(m.after)-1].Gold
		if ok && m.worth(&m.after[len(m.next)])-now >= margin {
			m.accept()
			if gold > m.gold {
				m.gold, m.best = gold, append(m.best[:0], m.order...)
			}
			continue
		}
		// The monsters of next are dead; those of order have to be again.
		m.revive(m.next[min(at, len(m.next)):])
		for _, v := range m.order[at:] {
			m.state.SetHP(int(v.id), 0)
		}
	}
}

// revive gives the monsters of visits the health that they begin with.
func (m *improver) revive(visits []visit) {
	for _, v := range visits {
		m.state.SetHP(int(v.id), m.root.HP(int(v.id)))
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

// restart goes back to the best plan.
func (m *improver) restart() {
	m.next = append(m.next[:0], m.best...)
	m.after = append(m.after[:0], m.root.Hero)
	m.revive(m.order)
	m.play(0, math.Inf(-1))
	m.accept()
}

// replay plays the best plan and returns its moves.
func (m *improver) replay() []rules.Action {
	m.begin()
	for i := range m.best {
		m.visit(m.best[i:])
	}
	return m.moves
}
