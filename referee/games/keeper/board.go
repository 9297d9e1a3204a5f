package keeper

import "fmt"

// boardSymbols are the letters of the terminal's board, by Type: monsters small,
// chests of charges large.
const boardSymbols = "E#$+HSBbsgov"

// Board appends the maze with the hero (@), a line of what he has, and a legend.
// Dots are the floor he sees; floor out of his sight is blank.
func (m *match) Board(dst []byte) []byte {
	s := &m.state
	for y := range Height {
		for x := range Width {
			dst = append(dst, ' ', m.boardSymbol(At(x, y)))
		}
		dst = append(dst, '\n')
	}
	dst = fmt.Appendf(dst, "turn %d/%d  health %d/%d  score %d  hammer %d  scythe %d  bow %d",
		s.Turn, TurnLimit, s.Hero.Health, MaxHealth, s.Hero.Score,
		s.Hero.Charges[Hammer], s.Hero.Charges[Scythe], s.Hero.Charges[Bow])
	if s.Over() {
		dst = fmt.Appendf(dst, "  over: %v", s.End)
	}
	dst = append(dst, "\n@ hero   . floor in sight"...)
	for t := range Types {
		dst = fmt.Appendf(dst, "   %c %v", boardSymbols[t], Type(t))
	}
	return append(dst, '\n')
}

func (m *match) boardSymbol(c Cell) byte {
	s := &m.state
	if c == s.Hero.Cell {
		return '@'
	}
	if id, ok := s.MonsterAt(c); ok {
		return boardSymbols[s.Monsters[id].Type]
	}
	for t := range s.Things {
		if s.Things[t].Has(c) {
			return boardSymbols[t]
		}
	}
	if m.sight.Has(c) {
		return '.'
	}
	return ' '
}
