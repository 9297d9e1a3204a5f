package flames

import (
	"fmt"
	"iter"
	"math/bits"
	"strconv"
)

// MaxSize is the most rows and columns an arena may have: a row is one word.
const MaxSize = 64

// A Cell is a place on the map: "The origin (0, 0) is at the top-left corner
// of the map. x increases to the right and y increases downward."
type Cell struct{ X, Y int8 }

// String returns the cell as the faults name it: [x y].
func (c Cell) String() string { return fmt.Sprintf("[%d %d]", c.X, c.Y) }

// MarshalJSON writes the cell as [x,y].
func (c Cell) MarshalJSON() ([]byte, error) {
	text := strconv.AppendInt([]byte{'['}, int64(c.X), 10)
	text = strconv.AppendInt(append(text, ','), int64(c.Y), 10)
	return append(text, ']'), nil
}

// plus returns the cell that lies n times (dx, dy) away, wherever that is.
func (c Cell) plus(n, dx, dy int8) Cell { return Cell{c.X + n*dx, c.Y + n*dy} }

// Rows is a set of cells: bit x of Rows[y].
type Rows [MaxSize]uint64

// Has reports whether the cell is in the set; a cell outside never is.
func (r *Rows) Has(c Cell) bool {
	return uint8(c.Y) < MaxSize && r[uint8(c.Y)]>>uint8(c.X)&1 == 1
}

// Add puts a cell of the map into the set.
func (r *Rows) Add(c Cell) { r[c.Y] |= 1 << uint8(c.X) }

// Remove takes a cell of the map out of the set.
func (r *Rows) Remove(c Cell) { r[c.Y] &^= 1 << uint8(c.X) }

// Empty reports whether no cell is in the set.
func (r *Rows) Empty() bool { return *r == Rows{} }

// Len returns the number of cells in the set.
func (r *Rows) Len() int {
	n := 0
	for _, row := range r {
		n += bits.OnesCount64(row)
	}
	return n
}

// All yields the cells ordered by y, then by x.
func (r *Rows) All() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for y, row := range r {
			for ; row != 0; row &= row - 1 {
				if !yield(Cell{int8(bits.TrailingZeros64(row)), int8(y)}) {
					return
				}
			}
		}
	}
}
