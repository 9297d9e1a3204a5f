package ctf

// Toward returns the cell a minion at from enters when it is told to MOVE to
// target: "a shortest route", counting walls only. It returns from itself when
// target is from, a wall or out of reach.
//
// The route is the one a breadth-first search from the minion finds when it
// tries up, down, left, right in this order. Such a search keeps the cells of
// one distance grouped by first step, in that order too, and reaches a cell
// from the earliest group next to it. Its first step is therefore the first
// neighbour in the order that is one cell nearer to target, and a flood from
// target finds that one without any links.
func (m *Map) Toward(from, target Cell) Cell {
	cells := [1]Cell{from}
	m.walk(cells[:], target)
	return cells[0]
}

// walk replaces each cell by Toward(cell, target), in one flood.
func (m *Map) walk(cells []Cell, target Cell) {
	if !m.Open(target) {
		return
	}
	f := startFlood(m, target)
	for waiting := uint64(1)<<len(cells) - 1; ; {
		for some := waiting; some != 0; some &= some - 1 {
			at := &cells[lowest(some)]
			switch {
			case *at == target:
			case f.nextTo(*at):
				*at = m.enter(*at, &f.front)
			default:
				continue
			}
			waiting &^= some & -some
		}
		if waiting == 0 || !f.spread(m) {
			return
		}
	}
}

// enter returns the first neighbour of the cell that is one of front.
func (m *Map) enter(c Cell, front *Cells) Cell {
	for _, side := range c.Neighbours() {
		if m.Contains(side) && front.Has(side) {
			return side
		}
	}
	return c
}

// Nearest returns the cell of goals that is nearest to an open cell, of equals
// the first row by row, and whether any can be reached.
func (m *Map) Nearest(from Cell, goals *Cells) (Cell, bool) {
	f := startFlood(m, from)
	for {
		for r := f.top; r <= f.bottom; r++ {
			if row := f.front[r] & goals[r]; row != 0 {
				return Cell{int8(r), int8(lowest(row))}, true
			}
		}
		if !f.spread(m) {
			return from, false
		}
	}
}

// A flood reaches all cells of one distance after the other.
type flood struct {
	front   Cells // the cells of the present distance
	reached Cells // front and all nearer cells
	top     int   // no cell of front lies above this row
	bottom  int   // no cell of front lies below this row
}

func startFlood(m *Map, from Cell) flood {
	f := flood{top: int(from.R), bottom: int(from.R)}
	f.front.Add(from)
	f.reached.Add(from)
	return f
}

// nextTo reports whether a neighbour of the cell is in front. The border is wall
// and never in it, so rows beyond the grid need no look.
func (f *flood) nextTo(c Cell) bool {
	above, below, here := max(c.R-1, 0), min(c.R+1, MaxRows-1), uint64(1)<<uint8(c.C)
	return (f.front[above]|f.front[below])&here|f.front[c.R]&(here<<1|here>>1) != 0
}

// spread goes one cell farther and reports whether there was one. The border
// is wall, so rows outside of it need no look.
func (f *flood) spread(m *Map) bool {
	f.top, f.bottom = max(f.top-1, 1), min(f.bottom+1, m.Rows-2)
	var any, above uint64 // above is the old front of the row above
	for r := f.top; r <= f.bottom; r++ {
		row := f.front[r]
		next := (row<<1 | row>>1 | above | f.front[r+1]) &^ m.Walls[r] &^ f.reached[r]
		above = row
		f.front[r] = next
		f.reached[r] |= next
		any |= next
	}
	return any != 0
}

// Unreachable is the distance between cells that no route connects.
const Unreachable = -1

// Distances holds the length of the shortest route from every cell to one
// target, Unreachable for walls and closed pockets.
type Distances [MaxRows][MaxCols]int16

// Distances returns the distance of every cell to target, an open cell.
func (m *Map) Distances(target Cell) Distances {
	var d Distances
	for r := range d {
		for c := range d[r] {
			d[r][c] = Unreachable
		}
	}
	f := startFlood(m, target)
	for far := int16(0); ; far++ {
		for r := f.top; r <= f.bottom; r++ {
			for row := f.front[r]; row != 0; row &= row - 1 {
				d[r][lowest(row)] = far
			}
		}
		if !f.spread(m) {
			return d
		}
	}
}

// From returns the distance from the cell to the target.
func (d *Distances) From(c Cell) int { return int(d[c.R][c.C]) }

// nearer returns the first neighbour, in the order of routes, that is one cell
// nearer to the target, or from itself when there is none.
func (d *Distances) nearer(from Cell) Cell {
	far := d[from.R][from.C]
	if far <= 0 {
		return from // there already, or out of reach
	}
	for _, side := range from.Neighbours() {
		if d[side.R][side.C] == far-1 { // a cell within reach is no border: its neighbours are on the grid
			return side
		}
	}
	return from
}

// A Table holds the distances between all pairs of cells of one map, about a
// megabyte: for bots that ask for many routes on the same map.
type Table [MaxRows][MaxCols]Distances

// NewTable computes the table of a map.
func NewTable(m *Map) *Table {
	t := new(Table)
	for r := range m.Rows {
		for c := range m.Cols {
			target := Cell{int8(r), int8(c)}
			if m.Open(target) {
				t[r][c] = m.Distances(target)
			}
		}
	}
	return t
}

// Between returns the length of the shortest route between two open cells, or
// Unreachable.
func (t *Table) Between(a, b Cell) int { return t[b.R][b.C].From(a) }

// Step returns a MOVE to the next cell on the way from a cell to target, or WAIT if no route
// leads there. State.Step plays such a MOVE without a search for the route.
func (t *Table) Step(from, target Cell) Command {
	if next := t.To(target).nearer(from); next != from {
		return Command{Move, next}
	}
	return Command{}
}

// To returns the distances of all cells to target, an open cell.
func (t *Table) To(target Cell) *Distances { return &t[target.R][target.C] }
