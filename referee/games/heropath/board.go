package heropath

import "fmt"

// The most characters of a board.
const (
	boardCols = 72
	boardRows = 24
)

// Board appends the world, to scale: a character is a rectangle of cells, with
// the hero as @ and the number of living monsters, + for ten or more. In a big
// world a character is twice as high as wide, as it is on the screen.
func (m *match) Board(dst []byte) []byte {
	s := &m.state
	w := s.World
	dst = fmt.Appendf(dst, "turn %d/%d  hero %d %d  level %d (exp %d of %d)  gold %d  fatigue %d\n",
		m.turn, w.NumTurns, s.X, s.Y, s.Level, s.Exp, s.NextLevel, s.Gold, s.Fatigue)
	dst = fmt.Appendf(dst, "speed %d  power %d  range %d  monsters %d of %d\n",
		s.Speed, s.Power, s.Range, len(w.Monsters)-s.Kills, len(w.Monsters))

	wide, high := int64(1), int64(1)
	if w.Width >= boardCols || w.Height >= boardRows {
		wide = max(w.Width/boardCols, w.Height/(2*boardRows)) + 1
		high = 2 * wide
	}
	cols, rows := w.Width/wide+1, w.Height/high+1
	var living [boardRows][boardCols]int
	for id := range w.Monsters {
		if s.hp[id] > 0 {
			living[w.Monsters[id].Y/high][w.Monsters[id].X/wide]++
		}
	}
	for row := range rows {
		for col := range cols {
			dst = append(dst, tile(living[row][col], row == s.Y/high && col == s.X/wide))
		}
		dst = append(dst, '\n')
	}
	if m.Over() {
		dst = fmt.Appendf(dst, "%s: score %d\n", m.reason, m.score())
	}
	return append(dst, "@ hero   1 to 9 living monsters   + more   . none\n"...)
}

// tile returns the character for a rectangle of cells.
func tile(living int, hero bool) byte {
	switch {
	case hero:
		return '@'
	case living == 0:
		return '.'
	case living > 9:
		return '+'
	}
	return '0' + byte(living)
}
