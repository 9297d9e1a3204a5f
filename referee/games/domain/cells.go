package domain

import (
	"iter"
	"math/bits"
)

// Size is the board's width and height: "The game is played on a 7x7 board".
const Size = 7

// CellCount is the number of cells of the board.
const CellCount = Size * Size

// A Cell is a place on the board: Size*y + x, from (0, 0) in the top-left
// corner to (6, 6) in the bottom-right one.
type Cell uint8

// At returns the cell at column x and row y.
func At(x, y int) Cell { return Cell(Size*y + x) }

// X returns the cell's column, 0 is the leftmost.
func (c Cell) X() int { return int(c) % Size }

// Y returns the cell's row, 0 is the topmost.
func (c Cell) Y() int { return int(c) / Size }

// Set returns the set of this one cell.
func (c Cell) Set() Cells { return 1 << c }

// Distance returns the Manhattan distance of two cells.
func (c Cell) Distance(to Cell) int {
	return max(c.X()-to.X(), to.X()-c.X()) + max(c.Y()-to.Y(), to.Y()-c.Y())
}

// Beside returns the cell on the given side of c, and false where that is
// outside the board.
func (c Cell) Beside(side Direction) (Cell, bool) {
	switch {
	case side == Up && c.Y() > 0:
		return c - Size, true
	case side == Down && c.Y() < Size-1:
		return c + Size, true
	case side == Left && c.X() > 0:
		return c - 1, true
	case side == Right && c.X() < Size-1:
		return c + 1, true
	}
	return c, false
}

// String returns the cell as the protocol writes it, "x y".
func (c Cell) String() string {
	return string([]byte{'0' + byte(c.X()), ' ', '0' + byte(c.Y())})
}

// Cells is a set of cells: bit c stands for Cell c.
type Cells uint64

// Has reports whether the cell is in the set.
func (s Cells) Has(c Cell) bool { return s>>c&1 == 1 }

// Len returns the number of cells in the set.
func (s Cells) Len() int { return bits.OnesCount64(uint64(s)) }

// All yields the cells of the set in ascending order, row by row.
func (s Cells) All() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for rest := s; rest != 0; rest &= rest - 1 {
			if !yield(rest.first()) {
				return
			}
		}
	}
}

// first returns the lowest cell of a set that is not empty.
func (s Cells) first() Cell { return Cell(bits.TrailingZeros64(uint64(s))) }

// at returns the n-th cell of the set, from 0, in ascending order.
func (s Cells) at(n int) Cell {
	for range n {
		s &= s - 1
	}
	return s.first()
}

// A Direction is a side of a cell: "Up, Down, Left, or Right".
type Direction uint8

// The directions, in the order in which the statement names them.
const (
	Up Direction = iota
	Down
	Left
	Right

	directions = 4
)

// letters are the directions' names: "direction is denoted by U, D, L or R".
const letters = "UDLR"

// String returns the direction's letter.
func (d Direction) String() string { return letters[d : d+1] }

// directionOf returns the direction that goes by a letter, and false when none does.
func directionOf(word string) (Direction, bool) {
	for d := range Direction(directions) {
		if word == d.String() {
			return d, true
		}
	}
	return 0, false
}
