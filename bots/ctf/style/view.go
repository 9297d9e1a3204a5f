package style

import rules "arbiter/referee/games/ctf"

// A View is a position as one seat sees it.
type View struct {
	*rules.State
	Table *rules.Table
	Seat  int
}

// Closest returns the living minion of a seat that is nearest to a cell among those that
// fit, or -1.
func (v View) Closest(seat int, to rules.Cell, fits func(id int) bool) int {
	best, bestFar := -1, 0
	for id := range v.PerSeat {
		m := &v.Minions[seat][id]
		if !m.Alive() || !fits(id) {
			continue
		}
		if far := v.Table.Between(m.Pos, to); far != rules.Unreachable && (best < 0 || far < bestFar) {
			best, bestFar = id, far
		}
	}
	return best
}

// Next returns the cell that a way enters from a cell.
func (v View) Next(from, to rules.Cell) rules.Cell {
	if step := v.Table.Step(from, to); step.Verb == rules.Move {
		return step.Target
	}
	return from
}

// Lookout returns the cell beside a flag, or its own, that sees most.
func (v View) Lookout(flag rules.Cell) rules.Cell {
	best, most := flag, 0
	for r := flag.R - 1; r <= flag.R+1; r++ {
		for c := flag.C - 1; c <= flag.C+1; c++ {
			at := rules.Cell{R: r, C: c}
			if !v.Open(at) || v.Table.Between(flag, at) == rules.Unreachable {
				continue
			}
			sight := v.Sight(at)
			if n := sight.Len(); n > most {
				best, most = at, n
			}
		}
	}
	return best
}
