package domain

import (
	"fmt"
	"unicode/utf8"
)

// A canvas is the board in characters: every cell is one wide and has its four
// sides around it.
type canvas [2*Size + 1][4*Size + 1]rune

// newCanvas draws the border and the corners of the cells.
func newCanvas() *canvas {
	var cv canvas
	for row := range cv {
		for col := range cv[row] {
			r := ' '
			switch onRow, onCol := row%2 == 0, col%4 == 0; {
			case onRow && onCol:
				r = '+'
			case onRow && (row == 0 || row == 2*Size):
				r = '━'
			case onCol && (col == 0 || col == 4*Size):
				r = '┃'
			}
			cv[row][col] = r
		}
	}
	return &cv
}

// mark writes a character on a cell.
func (cv *canvas) mark(c Cell, r rune) { cv[2*c.Y()+1][4*c.X()+2] = r }

// wall draws a wall; its stroke tells who built it.
func (cv *canvas) wall(w Wall) {
	flat, upright := '━', '┃' // stood there at the start
	switch w.Seat {
	case 0:
		flat, upright = '═', '║'
	case 1:
		flat, upright = '─', '│'
	}
	x, y := w.Between[0][0], w.Between[0][1]
	if w.Between[1][0] > x {
		cv[2*y+1][4*x+4] = upright
		return
	}
	for col := 4*x + 1; col < 4*x+4; col++ {
		cv[2*y+2][col] = flat
	}
}

// Board appends the board: the tokens as A (seat 0) and B (seat 1), the walls in
// their builders' strokes, and dots where the mover may move to. Once the tokens are
// separated, it also shows the domains as a and b.
func (m *match) Board(dst []byte) []byte {
	cv := newCanvas()
	for _, w := range m.walls {
		cv.wall(w)
	}
	for c := range Cell(CellCount) {
		switch {
		case c == m.state.Tokens[0]:
			cv.mark(c, 'A')
		case c == m.state.Tokens[1]:
			cv.mark(c, 'B')
		case m.state.Over && m.state.Domain(0).Has(c):
			cv.mark(c, 'a')
		case m.state.Over && m.state.Domain(1).Has(c):
			cv.mark(c, 'b')
		case !m.Over() && m.state.Targets(m.mover()).Has(c):
			cv.mark(c, '·')
		}
	}
	dst = append(dst, "    0   1   2   3   4   5   6\n"...)
	for row := range cv {
		label := byte(' ')
		if row%2 == 1 {
			label = '0' + byte(row/2)
		}
		dst = append(dst, label, ' ')
		for _, r := range cv[row] {
			dst = utf8.AppendRune(dst, r)
		}
		dst = append(dst, '\n')
	}
	return append(m.appendCaption(dst), legend...)
}

// legend is the last line of a board.
const legend = "A, B tokens   · where the mover can go   a, b the domains, once they are separated\n"

// appendCaption appends the line below the board: what happened and what comes.
func (m *match) appendCaption(dst []byte) []byte {
	dst = fmt.Appendf(dst, "turn %d", m.turn)
	if m.acted {
		dst = fmt.Appendf(dst, "   last action %v", m.last)
	}
	if m.Over() {
		return fmt.Appendf(dst, "   over: %s, A %d, B %d\n", m.reason, m.scores[0], m.scores[1])
	}
	return fmt.Appendf(dst, "   %c to move   walls: ═ of A, ─ of B\n", 'A'+rune(m.mover()))
}
