package domain

import (
	"fmt"
	"slices"

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

// name returns the columns and rows of both tokens, such as "24-50".
func (o opening) name() string {
	if o == official() {
		return referee.OfficialOpening
	}
	return fmt.Sprintf("%d%d-%d%d", o[0].X(), o[0].Y(), o[1].X(), o[1].Y())
}

// openingOf reads a name.
func openingOf(name string) (opening, error) {
	if name == referee.OfficialOpening {
		return official(), nil
	}
	if len(name) == len("24-50") && isCoordinate(name[0]) && isCoordinate(name[1]) && isCoordinate(name[3]) && isCoordinate(name[4]) {
		o := opening{At(int(name[0]-'0'), int(name[1]-'0')), At(int(name[3]-'0'), int(name[4]-'0'))}
		if o[0] != o[1] && o.name() == name {
			return o, nil
		}
	}
	return opening{}, fmt.Errorf(`opening: found %q; want the columns and rows of two different cells, such as "24-50", or %q`, name, referee.OfficialOpening)
}

// named returns the opening as an explicit position.
func (o opening) named() referee.Opening {
	text := fmt.Appendf(nil, `{"tokens": [[%d, %d], [%d, %d]]}`, o[0].X(), o[0].Y(), o[1].X(), o[1].Y())
	return referee.Opening{Name: o.name(), Position: text}
}

// Class implements referee.Opener. A class is named after its first placement
// in the order of the cells, those of seat 0 before those of seat 1.
func (Game) Class(name string) (string, error) {
	o, err := openingOf(name)
	if err != nil {
		return "", err
	}
	return o.class().name(), nil
}

// OpeningCount implements referee.Opener: the placements of two tokens on two cells.
func (Game) OpeningCount() int { return CellCount * (CellCount - 1) }

// Openings implements referee.Opener: the 2352 placements of the two tokens
// are 315 up to symmetry, and a round deals one of each class. A class has eight
// placements or, when a line of symmetry goes through both tokens, four: so the
// first four rounds have 315 openings and the other four 273. In the first one
// the statement's start stands for its class.
func (g Game) Openings(seed int64) []referee.Opening {
	draw := rng.NewSplitMix64(uint64(seed))
	dealt := make(map[opening]bool, g.OpeningCount())
	all := make([]referee.Opening, 0, g.OpeningCount())
	for round := firstRound(&draw); len(round) > 0; round = nextRound(round, dealt, &draw) {
		for i := range round { // Fisher and Yates
			j := i + draw.Below(len(round)-i)
			round[i], round[j] = round[j], round[i]
		}
		for _, o := range round {
			dealt[o] = true
			all = append(all, o.named())
		}
	}
	return all
}

// firstRound draws an opening of each class, by class.
func firstRound(draw *rng.SplitMix64) (round []opening) {
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
			round = append(round, o)
		}
	}
	return round
}

// nextRound draws, of the classes of a round, openings that have not been dealt.
// A class that has none left is left out.
func nextRound(round []opening, dealt map[opening]bool, draw *rng.SplitMix64) (next []opening) {
	for _, o := range round {
		var left []opening
		for symmetry := range 8 {
			if t := o.turned(symmetry); !dealt[t] && !slices.Contains(left, t) {
				left = append(left, t)
			}
		}
		if len(left) > 0 {
			next = append(next, left[draw.Below(len(left))])
		}
	}
	return next
}
