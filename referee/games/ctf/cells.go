package ctf

import "math/bits"

// The largest grid a State holds: "height will be in range 17 to 20 and width
// will be in range 33 to 35".
const (
	MaxRows = 20
	MaxCols = 35
)

// A Cell is a place on the grid, in the statement's order: row r from the top,
// then column c from the left.
type Cell struct{ R, C int8 }

// Neighbours returns the four adjacent cells in the order in which routes
// prefer them: up, down, left, right.
func (c Cell) Neighbours() [4]Cell {
	return [4]Cell{{c.R - 1, c.C}, {c.R + 1, c.C}, {c.R, c.C - 1}, {c.R, c.C + 1}}
}

// Distance returns how many rows plus columns lie between two cells.
func (c Cell) Distance(other Cell) int {
	return abs(int(c.R)-int(other.R)) + abs(int(c.C)-int(other.C))
}

func abs(n int) int { return max(n, -n) }

// Cells is a set of cells: bit c of word r is the cell [r, c].
type Cells [MaxRows]uint64

// Has reports whether the cell, which must be on the grid, is in the set.
func (s *Cells) Has(c Cell) bool { return s[c.R]>>uint8(c.C)&1 != 0 }

// Add puts the cell into the set.
func (s *Cells) Add(c Cell) { s[c.R] |= 1 << uint8(c.C) }

// Remove takes the cell out of the set.
func (s *Cells) Remove(c Cell) { s[c.R] &^= 1 << uint8(c.C) }

// Len returns the number of cells in the set.
func (s *Cells) Len() int {
	n := 0
	for _, row := range s {
		n += bits.OnesCount64(row)
	}
	return n
}

// takeFrom keeps only the cells that are also in other, takes these off other
// and returns how many there are.
func (s *Cells) takeFrom(other *Cells) int {
	n := 0
	for r := range s {
		s[r] &= other[r]
		other[r] &^= s[r]
		n += bits.OnesCount64(s[r])
	}
	return n
}

// A Map is what never changes in a match. "The map is surrounded by walls":
// sight and routes rely on walls along the whole border.
type Map struct {
	Rows, Cols int
	Walls      Cells
	Bases      [2]Cell // the flag-base of each seat
}

// Contains reports whether the cell is on the grid.
func (m *Map) Contains(c Cell) bool {
	return c.R >= 0 && int(c.R) < m.Rows && c.C >= 0 && int(c.C) < m.Cols
}

// Open reports whether the cell is on the grid and no wall.
func (m *Map) Open(c Cell) bool { return m.Contains(c) && !m.Walls.Has(c) }

// InSight reports whether two cells can be connected by "a continuous straight
// line": same row or column, no wall between. A cell sees itself.
func (m *Map) InSight(a, b Cell) bool {
	switch {
	case a.R == b.R:
		left, right := uint8(min(a.C, b.C)), uint8(max(a.C, b.C))
		between := (uint64(1)<<right - 1) &^ (uint64(1)<<(left+1) - 1)
		return m.Walls[a.R]&between == 0
	case a.C == b.C:
		for r := min(a.R, b.R) + 1; r < max(a.R, b.R); r++ {
			if m.Walls.Has(Cell{r, a.C}) {
				return false
			}
		}
		return true
	}
	return false
}

// Sight returns the open cells that an open cell sees, itself included.
func (m *Map) Sight(c Cell) Cells {
	var s Cells
	walls, col := m.Walls[c.R], uint8(c.C)
	left := bits.Len64(walls & (1<<col - 1))                    // the first cell right of the nearest wall to the left
	right := int(col) + 1 + bits.TrailingZeros64(walls>>col>>1) // the nearest wall to the right
	s[c.R] = (uint64(1)<<right - 1) &^ (uint64(1)<<left - 1)
	for r := c.R - 1; r >= 0 && !m.Walls.Has(Cell{r, c.C}); r-- {
		s.Add(Cell{r, c.C})
	}
	for r := c.R + 1; int(r) < m.Rows && !m.Walls.Has(Cell{r, c.C}); r++ {
		s.Add(Cell{r, c.C})
	}
	return s
}

// Blast returns the open cells that a mine going off at an open cell reaches:
// those in its sight at most BlastRadius away.
func (m *Map) Blast(c Cell) Cells {
	var s Cells
	s.Add(c)
	for side := range 4 {
		at := c
		for range BlastRadius {
			at = at.Neighbours()[side]
			if !m.Open(at) {
				break
			}
			s.Add(at)
		}
	}
	return s
}
