package domain

import (
	"fmt"

	"arbiter/referee"
	"arbiter/referee/rng"
)

// An opening is where the two tokens stand on the board without inner walls.
type opening [2]Cell

// official is the statement's start: "(0,0)" and "(6,6)".
func official() opening { return opening(Start().Tokens) }

// turned returns the opening under one of the 8 symmetries of the square.
func (o opening) turned(symmetry int) opening {
	for i, c := range o {
		x, y := c.X(), c.Y()
		if symmetry&1 != 0 {
			x = Size - 1 - x
		}
		if symmetry&2 != 0 {
			y = Size - 1 - y
		}
		if symmetry&4 != 0 {
			x, y = y, x
		}
		o[i] = At(x, y)
	}
	return o
}

// class returns the first of the openings that o can be turned or mirrored to.
func (o opening) class() opening {
	first := o
	for symmetry := range 8 {
		if t := o.turned(symmetry); t[0] < first[0] || t[0] == first[0] && t[1] < first[1] {
			first = t
		}
	}
	return first
}

// named returns the opening as an explicit position. Its name is the columns
// and rows of both tokens: "24-50".
func (o opening) named() referee.Opening {
	x0, y0, x1, y1 := o[0].X(), o[0].Y(), o[1].X(), o[1].Y()
	name := fmt.Sprintf("%d%d-%d%d", x0, y0, x1, y1)
	if o == official() {
		name = referee.OfficialOpening
	}
	return referee.Opening{Name: name, Position: fmt.Appendf(nil, `{"tokens": [[%d, %d], [%d, %d]]}`, x0, y0, x1, y1)}
}

// Openings implements referee.Opener: the 2352 placements of the two tokens
// are 315 up to symmetry, and each of those is one opening. The statement's
// start stands for its own class.
func (Game) Openings(seed int64) []referee.Opening {
	draw := rng.NewSplitMix64(uint64(seed))
	var all []referee.Opening
	for a := range Cell(CellCount) {
		for b := range Cell(CellCount) {
			o := opening{a, b}
			if a == b || o.class() != o {
				continue
			}
			if turned := o.turned(draw.Below(8)); o != official().class() {
				o = turned
			} else {
				o = official()
			}
			all = append(all, o.named())
		}
	}
	for i := range all { // Fisher and Yates
		j := i + draw.Below(len(all)-i)
		all[i], all[j] = all[j], all[i]
	}
	return all
}
