package heropath

import (
	"math"
	"slices"

	rules "arbiter/referee/games/heropath"
)

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
