package heropath

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	rules "arbiter/referee/games/heropath"
)

// An exact search of a small world keeps everything that can be: for every turn and
// health of the monsters, with every gold and fatigue that come with it, the cells on
// which the hero can be. It drops whatever something else equals or betters everywhere,
// and whatever cannot bring more than a known plan.
type exact struct {
	*planner
	ids      []int // living monsters: bit i of a set is ids[i]
	turns    int   // from the root
	layers   []layer
	sets     []deadSet
	power    int64 // with all monsters dead
	known    int64 // gold of the best plan
	ending   ending
	work     int // words looked at ...
	mostWork int // ... at most
	memory   int // words kept
}

// A health is what monsters are left with, in the order of ids.
type health [exactMonsters]int64

// A layer is what can be after some turns.
type layer struct {
	index  map[health]int
	health []health
	labels [][]label // by health
}

// A label is where the hero can be with so much gold and fatigue.
type label struct {
	gold, fatigue int64
	cells         bitmap
}

// A deadSet is what a set of dead monsters decides.
type deadSet struct {
	speed, power, reach int64
	threats             []threatened
}

// A threatened is the cells on which a turn costs so much fatigue.
type threatened struct {
	fatigue int64
	cells   bitmap
}

// An ending is the last kill of the best plan that was found.
type ending struct {
	turn          int // when it begins
	health        health
	gold, fatigue int64
	at            cell
	target, turns int // of the attacks
}

const (
	exactMonsters = 10
	exactArea     = 1 << 20 // cells, at most
	exactTurns    = 1 << 12 // at most
	exactSpeed    = 63      // at most
	exactWork     = 1 << 30 // words looked at, at most ...
	wordsPerNode  = 1 << 17 // ... and of a budget of nodes
	exactShare    = 0.5     // of a time, at most
	exactMemory   = 1 << 23 // words kept, at most
)

// exact looks for the best plan of a small world. It reports whether nothing
// is better than the plan that is known then.
func (g *planning) exact(p *planner) bool {
	e := exact{planner: p, turns: int(p.turns - p.root.Turn), known: g.best, mostWork: exactWork}
	var start health
	for id := range p.world.Monsters {
		if p.root.Alive(id) {
			if len(e.ids) == exactMonsters {
				return false
			}
			start[len(e.ids)] = p.root.HP(id)
			e.ids = append(e.ids, id)
		}
	}
	w := p.world
	if w.Width > exactArea || w.Height > exactArea || (w.Width+1)*(w.Height+1) > exactArea || e.turns > exactTurns {
		return false
	}
	e.sets = make([]deadSet, 1<<len(e.ids))
	last := e.set(len(e.sets) - 1)
	if last.speed > exactSpeed {
		return false
	}
	e.power = last.power
	if g.spend.budget.Nodes > 0 {
		e.mostWork = int(min(exactWork, g.spend.budget.Nodes*wordsPerNode))
	}
	if !e.search(start, func() bool { return g.spend.time() > exactShare }) {
		return false
	}
	if e.known > g.best {
		g.found(e.known, e.back())
	}
	return true
}

// search fills the layers. It reports whether it went to the end, before it became
// late or too large.
func (e *exact) search(start health, late func() bool) bool {
	e.layers = make([]layer, e.turns+1)
	cells := e.empty()
	cells.add(e, cell{e.root.X, e.root.Y})
	e.layers[0].add(start, label{e.root.Gold, e.root.Fatigue, cells})
	for t := range e.turns {
		l := &e.layers[t]
		for k, h := range l.health {
			e.prune(&l.labels[k])
			for _, from := range l.labels[k] {
				e.expand(t, h, from)
			}
			if e.work > e.mostWork || e.memory > exactMemory || late() {
				return false
			}
		}
	}
	return true
}

// expand adds what one action leads to; or, where no monster attacks, the attacks
// until one dies: a hit that is struck later is never weaker.
func (e *exact) expand(t int, h health, from label) {
	dead := e.deadOf(h)
	now := e.set(dead)
	e.add(t+1, h, from.gold, from.fatigue, e.reachable(from.cells, now.speed), now)
	for i, hp := range h[:len(e.ids)] {
		if hp == 0 || now.power == 0 {
			continue
		}
		turns := 1
		if !e.attackers {
			turns = int(min((hp-1)/now.power+1, int64(e.turns+1)))
		}
		if t+turns > e.turns {
			continue
		}
		cells, some := e.inReach(from.cells, now.reach, i)
		if !some {
			continue
		}
		after, gold, then := h, from.gold, now
		after[i] = max(hp-min(now.power, hp)*int64(turns), 0)
		if after[i] == 0 {
			gold += e.world.Monsters[e.ids[i]].Gold * fatigueScale / (fatigueScale + from.fatigue)
			then = e.set(dead | 1<<i)
			if gold > e.known {
				e.known = gold
				e.ending = ending{t, h, from.gold, from.fatigue, cells.first(e), e.ids[i], turns}
			}
		}
		e.add(t+turns, after, gold, from.fatigue, cells, then)
	}
}

// add adds cells to a layer, by what the turn costs on them.
func (e *exact) add(t int, h health, gold, fatigue int64, cells bitmap, now *deadSet) {
	for _, threat := range now.threats {
		fatigue := fatigue + threat.fatigue
		if e.most(h, gold, fatigue, e.turns-t) <= e.known {
			continue
		}
		part := slices.Clone(cells)
		e.work += len(part)
		if part.keep(threat.cells) && e.layers[t].add(h, label{gold, fatigue, part}) {
			e.memory += len(part)
		}
	}
}

// add adds a label, and reports whether it is a new one.
func (l *layer) add(h health, new label) bool {
	if l.index == nil {
		l.index = map[health]int{}
	}
	k, ok := l.index[h]
	if !ok {
		k = len(l.health)
		l.index[h] = k
		l.health = append(l.health, h)
		l.labels = append(l.labels, nil)
	}
	for _, old := range l.labels[k] {
		if old.gold == new.gold && old.fatigue == new.fatigue {
			for i, word := range new.cells {
				old.cells[i] |= word
			}
			return false
		}
	}
	l.labels[k] = append(l.labels[k], new)
	return true
}

// prune removes the cells where another label is as good.
func (e *exact) prune(labels *[]label) {
	slices.SortFunc(*labels, func(a, b label) int {
		return cmp.Or(cmp.Compare(a.fatigue, b.fatigue), cmp.Compare(b.gold, a.gold))
	})
	left := (*labels)[:0]
	for _, l := range *labels {
		some := true
		for _, better := range left {
			if better.gold >= l.gold && some {
				e.work += len(l.cells)
				some = l.cells.remove(better.cells)
			}
		}
		if some {
			left = append(left, l)
		}
	}
	*labels = left
}

// most returns at least what can be had in so many turns: no walking, the
// greatest power, no more fatigue, and of the last monster a part.
func (e *exact) most(h health, gold, fatigue int64, turns int) int64 {
	type prize struct{ gold, hits float64 }
	var prizes [exactMonsters]prize
	n := 0
	for i, hp := range h[:len(e.ids)] {
		if hp == 0 || e.power == 0 {
			continue
		}
		p := prize{float64(e.world.Monsters[e.ids[i]].Gold), float64((hp-1)/e.power + 1)}
		at := n
		for ; at > 0 && prizes[at-1].gold*p.hits < p.gold*prizes[at-1].hits; at-- {
			prizes[at] = prizes[at-1]
		}
		prizes[at] = p
		n++
	}
	left, sum := float64(turns), 0.0
	for _, p := range prizes[:n] {
		share := min(left/p.hits, 1)
		sum += p.gold * share
		left -= p.hits * share
	}
	return gold + int64(math.Ceil(sum*toll(fatigue)))
}

// deadOf returns the set of those that have no health left.
func (e *exact) deadOf(h health) (set int) {
	for i := range e.ids {
		if h[i] == 0 {
			set |= 1 << i
		}
	}
	return set
}

// set returns what a set of dead monsters decides.
func (e *exact) set(dead int) *deadSet {
	s := &e.sets[dead]
	if s.threats != nil {
		return s
	}
	h := e.root.Hero
	for rest := uint(dead); rest != 0; rest &= rest - 1 {
		h.Exp += e.world.Monsters[e.ids[bits.TrailingZeros(rest)]].Exp
	}
	for h.Exp >= h.NextLevel {
		h.Level++
		h.NextLevel += rules.LevelCost(h.Level + 1)
	}
	s.speed, s.power, s.reach = e.world.Hero.Abilities(h.Level)
	e.work += int((e.world.Width + 1) * (e.world.Height + 1))
	for y := range e.world.Height + 1 {
		for x := range e.world.Width + 1 {
			e.threaten(s, dead, cell{x, y})
		}
	}
	return s
}

// threaten adds a cell to those with the same threat.
func (e *exact) threaten(s *deadSet, dead int, at cell) {
	fatigue := int64(0)
	for i, id := range e.ids {
		m := &e.world.Monsters[id]
		dx, dy := m.X-at.x, m.Y-at.y
		if e.attackers && dead>>i&1 == 0 && dx*dx+dy*dy <= e.reach2[id] {
			fatigue += m.Attack
		}
	}
	for _, t := range s.threats {
		if t.fatigue == fatigue {
			t.cells.add(e, at)
			return
		}
	}
	s.threats = append(s.threats, threatened{fatigue, e.empty()})
	s.threats[len(s.threats)-1].cells.add(e, at)
}
