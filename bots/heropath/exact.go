package heropath

import (
	"math"
	"math/bits"
	"slices"

	rules "arbiter/referee/games/heropath"
)

// An exact search knows all cells that a hero can be on in every turn with
// every set of monsters dead, and so finds the most gold of a small world. The
// set decides gold, level and who attacks. A monster is attacked from one cell
// until it dies: a hit that is struck later is never weaker. The search only
// goes where no monster attacks; where that costs gold it proves nothing.
type exact struct {
	*planner
	ids   []int        // living monsters: bit i of a set is ids[i]
	words int          // of a row of bits
	turns int          // from the root
	cells [][]bitmap   // by set and turn; nil is none
	calm  []bitmap     // by set: cells on which nobody attacks
	hero  []rules.Hero // by set: his level, gold and abilities
}

// A bitmap is a set of cells, row by row.
type bitmap []uint64

const (
	exactMonsters = 10
	exactWork     = 1 << 28 // words looked at, at most
	exactMemory   = 1 << 23 // words, at most
)

// exact looks for the best plan of a small world. It reports whether nothing
// is better: in a world whose monsters do not attack, or when every monster
// dies without having attacked.
func (g *planning) exact(p *planner) bool {
	e := exact{planner: p}
	attacks := false
	for id := range p.world.Monsters {
		if m := &p.world.Monsters[id]; p.root.Alive(id) {
			if len(e.ids) == exactMonsters {
				return false
			}
			e.ids = append(e.ids, id)
			attacks = attacks || m.Attack > 0
		}
	}
	w := p.world
	e.words, e.turns = int(w.Width/64)+1, int(p.turns-p.root.Turn)
	sets := 1 << len(e.ids)
	size := (w.Height + 1) * int64(e.words)
	if w.Width > 1<<12 || w.Height > 1<<12 || p.root.Speed > 1<<12 || int64(e.turns) > 1<<12 ||
		!e.slow() || int64(sets*(e.turns+1))*size > exactMemory || int64(sets*e.turns)*size*(2*p.root.Speed+1) > exactWork {
		return false
	}
	plan, most := e.search(sets)
	g.keep(p, plan)
	return g.best == most && (!attacks || most == e.hero[sets-1].Gold)
}

// search fills cells and returns the plan that brings most gold.
func (e *exact) search(sets int) (plan []visit, gold int64) {
	e.cells = make([][]bitmap, sets)
	for set := range sets {
		e.cells[set] = make([]bitmap, e.turns+1)
		e.know(set)
	}
	start := e.empty()
	start.add(e.words, e.root.X, e.root.Y)
	e.cells[0][0] = start
	bestSet, bestTurn := 0, 0
	for t := range e.turns + 1 {
		for set := range sets {
			at := e.cells[set][t]
			if at == nil {
				continue
			}
			if e.hero[set].Gold > e.hero[bestSet].Gold {
				bestSet, bestTurn = set, t
			}
			if t < e.turns {
				e.join(set, t+1, e.reachable(at, e.hero[set].Speed), e.calm[set])
			}
			for i := range e.ids {
				next, turns := set|1<<i, t+e.blows(set, i)
				if next == set || turns > e.turns {
					continue
				}
				from := e.inReach(at, set, i)
				if turns > t+1 {
					from.keep(e.calm[set])
				}
				e.join(next, turns, from, e.calm[next])
			}
		}
	}
	return e.back(bestSet, bestTurn), e.hero[bestSet].Gold
}

// slow reports whether smear is wide enough for the hero with all monsters dead.
func (e *exact) slow() bool {
	e.hero = make([]rules.Hero, 1<<len(e.ids))
	e.calm = make([]bitmap, 1<<len(e.ids))
	e.know(len(e.hero) - 1)
	return e.hero[len(e.hero)-1].Speed < 64
}

// know fills what a set decides.
func (e *exact) know(set int) {
	h := e.root.Hero
	for rest := uint(set); rest != 0; rest &= rest - 1 {
		m := &e.world.Monsters[e.ids[bits.TrailingZeros(rest)]]
		h.Gold += m.Gold * fatigueScale / (fatigueScale + h.Fatigue)
		h.Exp += m.Exp
	}
	for h.Exp >= h.NextLevel {
		h.Level++
		h.NextLevel += rules.LevelCost(h.Level + 1)
	}
	h.Speed, h.Power, h.Range = e.world.Hero.Abilities(h.Level)
	e.hero[set] = h
	e.calm[set] = e.empty()
	for y := range e.world.Height + 1 {
		for x := range e.world.Width + 1 {
			if !e.attackers || e.nobody(set, x, y) {
				e.calm[set].add(e.words, x, y)
			}
		}
	}
}

// nobody reports whether none attacks on a cell with a set dead.
func (e *exact) nobody(set int, x, y int64) bool {
	for i, id := range e.ids {
		m := &e.world.Monsters[id]
		dx, dy := m.X-x, m.Y-y
		if set>>i&1 == 0 && m.Attack > 0 && dx*dx+dy*dy <= e.reach2[id] {
			return false
		}
	}
	return true
}

// blows returns how many attacks kill a monster with a set dead.
func (e *exact) blows(set, i int) int {
	power := e.hero[set].Power
	if power == 0 {
		return e.turns + 1
	}
	return int(min((e.root.HP(e.ids[i])+power-1)/power, int64(e.turns)+1))
}

// inReach returns the cells from which the monster can be attacked.
func (e *exact) inReach(cells bitmap, set, i int) bitmap {
	found := e.empty()
	m, reach := &e.world.Monsters[e.ids[i]], e.hero[set].Range
	for y := max(m.Y-reach, 0); y <= min(m.Y+reach, e.world.Height); y++ {
		wide := int64(math.Sqrt(float64(reach*reach - (y-m.Y)*(y-m.Y))))
		for x := max(m.X-wide, 0); x <= min(m.X+wide, e.world.Width); x++ {
			if cells.has(e.words, x, y) {
				found.add(e.words, x, y)
			}
		}
	}
	return found
}

// reachable returns the cells to which a move leads.
func (e *exact) reachable(cells bitmap, speed int64) bitmap {
	found := e.empty()
	rows := len(found) / e.words
	for dy := range int(speed) + 1 {
		wide := int(math.Sqrt(float64(speed*speed) - float64(dy*dy)))
		for row := range rows {
			from := cells[row*e.words : (row+1)*e.words]
			for _, to := range [2]int{row - dy, row + dy} {
				if to >= 0 && to < rows {
					smear(found[to*e.words:(to+1)*e.words], from, wide)
				}
			}
		}
	}
	return found
}

// join adds cells to those of a set and turn, as far as allowed has them and
// the world does.
func (e *exact) join(set, turn int, cells, allowed bitmap) {
	cells.keep(allowed)
	if !slices.ContainsFunc(cells, func(word uint64) bool { return word != 0 }) {
		return
	}
	if e.cells[set][turn] == nil {
		e.cells[set][turn] = cells
		return
	}
	for i, word := range cells {
		e.cells[set][turn][i] |= word
	}
}

// back returns the plan that leads to a set and a turn.
func (e *exact) back(set, turn int) (plan []visit) {
	var at cell
	for y := range e.world.Height + 1 {
		for x := range e.world.Width + 1 {
			if e.cells[set][turn].has(e.words, x, y) {
				at = cell{x, y}
			}
		}
	}
	for set != 0 || turn > 0 {
		if i, turns := e.killed(set, turn, at); turns > 0 {
			plan = append(plan, visit{id: int32(e.ids[i])})
			set, turn = set&^(1<<i), turn-turns
			continue
		}
		turn--
		before := e.before(set, turn, at)
		if len(plan) > 0 && before != at {
			v := &plan[len(plan)-1]
			v.via = append(v.via, at)
		}
		at = before
	}
	slices.Reverse(plan)
	for i := range plan {
		slices.Reverse(plan[i].via)
	}
	return plan
}

// killed returns the monster whose death led to a set, a turn and a cell, and
// how many turns it took; 0 when it was a move.
func (e *exact) killed(set, turn int, at cell) (i, turns int) {
	for i, id := range e.ids {
		before := set &^ (1 << i)
		if before == set {
			continue
		}
		turns := e.blows(before, i)
		m, reach := &e.world.Monsters[id], e.hero[before].Range
		dx, dy := m.X-at.x, m.Y-at.y
		if turns <= turn && dx*dx+dy*dy <= reach*reach && e.cells[before][turn-turns].has(e.words, at.x, at.y) &&
			(turns == 1 || e.calm[before].has(e.words, at.x, at.y)) {
			return i, turns
		}
	}
	return 0, 0
}

// before returns a cell of a set and a turn from which a move leads to the cell.
func (e *exact) before(set, turn int, to cell) cell {
	if e.cells[set][turn].has(e.words, to.x, to.y) {
		return to
	}
	speed := e.hero[set].Speed
	for y := max(to.y-speed, 0); y <= min(to.y+speed, e.world.Height); y++ {
		wide := int64(math.Sqrt(float64(speed*speed - (y-to.y)*(y-to.y))))
		for x := max(to.x-wide, 0); x <= min(to.x+wide, e.world.Width); x++ {
			if e.cells[set][turn].has(e.words, x, y) {
				return cell{x, y}
			}
		}
	}
	return to
}

func (e *exact) empty() bitmap { return make(bitmap, (e.world.Height+1)*int64(e.words)) }

func (b bitmap) add(words int, x, y int64) { b[y*int64(words)+x/64] |= 1 << (x % 64) }

func (b bitmap) has(words int, x, y int64) bool {
	return b != nil && b[y*int64(words)+x/64]>>(x%64)&1 == 1
}

// keep removes the cells that are not in the other set.
func (b bitmap) keep(other bitmap) {
	for i := range b {
		b[i] &= other[i]
	}
}
