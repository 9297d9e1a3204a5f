package keeper

import (
	"iter"
	"math/bits"
)

// "A rectangle of cells of width 16 and height 12, where 0 0 is the top left
// corner and 15 11 is the bottom right corner."
const (
	Width  = 16
	Height = 12
	Cells  = Width * Height
)

// A Cell is a place of the maze: 16*y + x.
type Cell uint8

// At returns the cell x y, which must be Inside.
func At(x, y int) Cell { return Cell(y*Width + x) }

// Inside reports whether x y is a cell of the maze.
func Inside(x, y int) bool { return 0 <= x && x < Width && 0 <= y && y < Height }

// X returns the cell's column, from the left.
func (c Cell) X() int { return int(c % Width) }

// Y returns the cell's row, from the top.
func (c Cell) Y() int { return int(c / Width) }

// Steps returns the cells one step away, "in cardinal directions (left, right,
// up, down)", and how many they are. Searches depend on this order.
func (c Cell) Steps() (cells [4]Cell, n int) {
	add := func(inside bool, to Cell) {
		if inside {
			cells[n] = to
			n++
		}
	}
	add(c%Width > 0, c-1)
	add(c%Width < Width-1, c+1)
	add(c >= Width, c-Width)
	add(c < Cells-Width, c+Width)
	return cells, n
}

// Range returns the smallest n for which b is in range n of a: the number of
// "steps in any (cardinal or diagonal) direction", whatever stands between.
func Range(a, b Cell) int { return max(abs(a.X()-b.X()), abs(a.Y()-b.Y())) }

// Distance returns the number of cardinal steps from a to b in an empty maze.
func Distance(a, b Cell) int { return abs(a.X()-b.X()) + abs(a.Y()-b.Y()) }

func abs(n int) int { return max(n, -n) }

func sign(n int) int { return min(1, max(-1, n)) }

// A Set is a set of cells, a bit for each.
type Set [Cells / 64]uint64

// Has reports whether c is in the set.
func (s *Set) Has(c Cell) bool { return s[c/64]>>(c%64)&1 == 1 }

// Add puts c in the set.
func (s *Set) Add(c Cell) { s[c/64] |= 1 << (c % 64) }

// Remove takes c out of the set.
func (s *Set) Remove(c Cell) { s[c/64] &^= 1 << (c % 64) }

// Or returns the cells of either set.
func (s Set) Or(t Set) Set { return Set{s[0] | t[0], s[1] | t[1], s[2] | t[2]} }

// And returns the cells of both sets.
func (s Set) And(t Set) Set { return Set{s[0] & t[0], s[1] & t[1], s[2] & t[2]} }

// Without returns the cells of s that are not in t.
func (s Set) Without(t Set) Set { return Set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2]} }

// Grown returns the cells of the set and those one step away from it.
func (s Set) Grown() Set {
	const left, right = 0x0001_0001_0001_0001, 0x8000_8000_8000_8000 // the edges of a word's four rows
	grown := s
	for i, word := range s {
		grown[i] |= word&^right<<1 | word&^left>>1 | word<<Width | word>>Width
		if i > 0 {
			grown[i] |= s[i-1] >> (64 - Width)
			grown[i-1] |= word << (64 - Width)
		}
	}
	return grown
}

// Len returns the number of cells in the set.
func (s Set) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2])
}

// All yields the cells of the set row by row from the top left.
func (s Set) All() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(Cell(i*64 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// Square returns the cells in range n of c.
func Square(c Cell, n int) Set {
	if n <= Sight {
		return squares[n][c]
	}
	return square(c, n)
}

// squares are the answers of Square that searches ask for several times a node.
var squares = func() (all [Sight + 1][Cells]Set) {
	for n := range all {
		for c := range all[n] {
			all[n][c] = square(Cell(c), n)
		}
	}
	return all
}()

func square(c Cell, n int) Set {
	left, right := max(0, c.X()-n), min(Width-1, c.X()+n)
	row := uint64(1<<(right+1) - 1<<left)
	var s Set
	for y := max(0, c.Y()-n); y <= min(Height-1, c.Y()+n); y++ {
		s[y/4] |= row << (y % 4 * Width)
	}
	return s
}
