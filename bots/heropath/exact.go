package heropath

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	rules "arbiter/referee/games/heropath"
)

// An exact search of a small world keeps everything that can be: for every turn
// and health of the monsters, with every gold and fatigue that come with it, the
// cells on which the hero can be. It drops what is no better anywhere than
// something else, and what cannot bring more than a plan that is known.
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
	exactSpeed    = 63      // smear is not wide enough for more
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
		g.best, g.moves = e.known, e.back()
		if g.better != nil {
			g.better(g.moves)
		}
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

// inReach returns the cells from which a monster can be attacked, and whether
// there are any.
func (e *exact) inReach(cells bitmap, reach int64, i int) (found bitmap, some bool) {
	found = e.empty()
	e.work += len(found)
	m := &e.world.Monsters[e.ids[i]]
	for y := max(m.Y-reach, 0); y <= min(m.Y+reach, e.world.Height); y++ {
		wide := int64(math.Sqrt(float64(reach*reach - (y-m.Y)*(y-m.Y))))
		for x := max(m.X-wide, 0); x <= min(m.X+wide, e.world.Width); x++ {
			if cells.has(e, cell{x, y}) {
				found.add(e, cell{x, y})
				some = true
			}
		}
	}
	return found, some
}

// reachable returns the cells to which a move leads.
func (e *exact) reachable(cells bitmap, speed int64) bitmap {
	found := e.empty()
	words, rows := e.words(), int(e.world.Height)+1
	e.work += len(found) * int(speed+1)
	for row := range rows {
		from := cells[row*words : (row+1)*words]
		if !slices.ContainsFunc(from, func(word uint64) bool { return word != 0 }) {
			continue
		}
		for dy := range int(speed) + 1 {
			wide := int(math.Sqrt(float64(speed*speed) - float64(dy*dy)))
			for _, to := range [2]int{row - dy, row + dy} {
				if to >= 0 && to < rows {
					smear(found[to*words:(to+1)*words], from, wide)
				}
			}
		}
	}
	return found
}

// back returns the moves to the ending and its attacks.
func (e *exact) back() (moves []rules.Action) {
	end := e.ending
	for range end.turns {
		moves = append(moves, rules.AttackOn(end.target))
	}
	t, h, gold, fatigue, at := end.turn, end.health, end.gold, end.fatigue, end.at
	for t > 0 {
		t, h, gold, fatigue, at, moves = e.before(t, h, gold, fatigue, at, moves)
	}
	slices.Reverse(moves)
	return moves
}

// before returns what leads to a label and a cell of it, and adds the moves that
// do, the last one first.
func (e *exact) before(t int, h health, gold, fatigue int64, at cell, moves []rules.Action) (int, health, int64, int64, cell, []rules.Action) {
	dead := e.deadOf(h)
	now := e.set(dead)
	for _, threat := range now.threats {
		if threat.cells.has(e, at) {
			fatigue -= threat.fatigue
		}
	}
	if l := e.layers[t-1].find(h, gold, fatigue); l != nil {
		for y := max(at.y-now.speed, 0); y <= min(at.y+now.speed, e.world.Height); y++ {
			wide := int64(math.Sqrt(float64(now.speed*now.speed - (y-at.y)*(y-at.y))))
			for x := max(at.x-wide, 0); x <= min(at.x+wide, e.world.Width); x++ {
				if l.cells.has(e, cell{x, y}) {
					return t - 1, h, gold, fatigue, cell{x, y}, append(moves, rules.MoveTo(at.x, at.y))
				}
			}
		}
	}
	for from := t - 1; from >= 0; from-- {
		for k, was := range e.layers[from].health {
			i := e.hit(was, h)
			if i < 0 {
				continue
			}
			id := e.ids[i]
			m, then := &e.world.Monsters[id], e.set(e.deadOf(was))
			dx, dy := m.X-at.x, m.Y-at.y
			turns := int64(1)
			if !e.attackers {
				turns = (was[i]-1)/max(then.power, 1) + 1
			}
			if dx*dx+dy*dy > then.reach*then.reach || turns != int64(t-from) || max(was[i]-then.power*turns, 0) != h[i] {
				continue
			}
			for _, l := range e.layers[from].labels[k] {
				earned := int64(0)
				if h[i] == 0 {
					earned = m.Gold * fatigueScale / (fatigueScale + l.fatigue)
				}
				if l.fatigue == fatigue && l.gold+earned == gold && l.cells.has(e, at) {
					for range turns {
						moves = append(moves, rules.AttackOn(id))
					}
					return from, was, l.gold, l.fatigue, at, moves
				}
			}
		}
	}
	panic("heropath: a position of the exact search comes from nowhere")
}

// hit returns the only monster whose health is less in after, or -1.
func (e *exact) hit(before, after health) int {
	hit := -1
	for i := range e.ids {
		if before[i] != after[i] {
			if hit >= 0 || before[i] < after[i] {
				return -1
			}
			hit = i
		}
	}
	return hit
}

func (l *layer) find(h health, gold, fatigue int64) *label {
	k, ok := l.index[h]
	if !ok {
		return nil
	}
	i := slices.IndexFunc(l.labels[k], func(l label) bool { return l.gold == gold && l.fatigue == fatigue })
	if i < 0 {
		return nil
	}
	return &l.labels[k][i]
}

// words returns how many words a row of cells has.
func (e *exact) words() int { return int(e.world.Width/64) + 1 }

func (e *exact) empty() bitmap { return make(bitmap, (e.world.Height+1)*int64(e.words())) }

// A bitmap is a set of cells, row by row.
type bitmap []uint64

func (b bitmap) add(e *exact, c cell) { b[int(c.y)*e.words()+int(c.x/64)] |= 1 << (c.x % 64) }

func (b bitmap) has(e *exact, c cell) bool {
	return b[int(c.y)*e.words()+int(c.x/64)]>>(c.x%64)&1 == 1
}

// first returns a cell of a set that has one.
func (b bitmap) first(e *exact) cell {
	i := slices.IndexFunc(b, func(word uint64) bool { return word != 0 })
	return cell{int64(i%e.words()*64 + bits.TrailingZeros64(b[i])), int64(i / e.words())}
}

// keep removes the cells that are not in the other set, and reports whether any
// are left.
func (b bitmap) keep(other bitmap) bool {
	some := uint64(0)
	for i := range b {
		b[i] &= other[i]
		some |= b[i]
	}
	return some != 0
}

// remove removes the cells of the other set, and reports whether any are left.
func (b bitmap) remove(other bitmap) bool {
	some := uint64(0)
	for i := range b {
		b[i] &^= other[i]
		some |= b[i]
	}
	return some != 0
}
