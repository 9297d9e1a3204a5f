package heropath

import (
	"math"
	"math/bits"
	"slices"
)

// A bitmap is a set of cells, row by row.
type bitmap []uint64

func (b bitmap) add(e *exact, c cell) { b[int(c.y)*e.words()+int(c.x/64)] |= 1 << (c.x % 64) }

func (b bitmap) has(e *exact, c cell) bool {
	return b[int(c.y)*e.words()+int(c.x/64)]>>(c.x%64)&1 == 1
}

// first returns a cell of a set that has one.
func (b bitmap) first(e *exact) cell {
	i := slices.IndexFunc(b, func(word uint64) bool { return word != 0 })
	return cell{int64(i%e.words()*64 + bits.TrailingZeros64(b[i])), int64(i / e.words())}
}

// keep removes the cells that are not in the other set, and reports whether any
// are left.
func (b bitmap) keep(other bitmap) bool {
	some := uint64(0)
	for i := range b {
		b[i] &= other[i]
		some |= b[i]
	}
	return some != 0
}

// remove removes the cells of the other set, and reports whether any are left.
func (b bitmap) remove(other bitmap) bool {
	some := uint64(0)
	for i := range b {
		b[i] &^= other[i]
		some |= b[i]
	}
	return some != 0
}

// words returns how many words a row of cells has.
func (e *exact) words() int { return int(e.world.Width/64) + 1 }

func (e *exact) empty() bitmap { return make(bitmap, (e.world.Height+1)*int64(e.words())) }

// inReach returns the cells from which a monster can be attacked, and whether
// there are any.
func (e *exact) inReach(cells bitmap, reach int64, i int) (found bitmap, some bool) {
	found = e.empty()
	e.work += len(found)
	m := &e.world.Monsters[e.ids[i]]
	for y := max(m.Y-reach, 0); y <= min(m.Y+reach, e.world.Height); y++ {
		wide := int64(math.Sqrt(float64(reach*reach - (y-m.Y)*(y-m.Y))))
		for x := max(m.X-wide, 0); x <= min(m.X+wide, e.world.Width); x++ {
			if cells.has(e, cell{x, y}) {
				found.add(e, cell{x, y})
				some = true
			}
		}
	}
	return found, some
}

// reachable returns the cells to which a move leads.
func (e *exact) reachable(cells bitmap, speed int64) bitmap {
	found := e.empty()
	words, rows := e.words(), int(e.world.Height)+1
	e.work += len(found) * int(speed+1)
	shape := shapeOf(nil, speed, 1, e.world.Width+1, e.world.Height+1)
	from := make([]uint64, words)
	for row := range rows {
		copy(from, cells[row*words:])
		shape.move(found, from, row)
	}
	return found
}

// A shape is how far a move leads: by rows up or down, how many columns it may cross.
type shape []int64

// shapeOf returns the shape of a move in a world of so many columns and rows of squares. It
// is made in the memory of dst.
func shapeOf(dst shape, speed, side, cols, rows int64) shape {
	dst = dst[:0]
	for dy := int64(0); dy < rows && dy*side <= speed; dy++ {
		wide := int64(0)
		for d := side; wide < cols && d*d+dy*dy*side*side <= speed*speed; d += side {
			wide++
		}
		dst = append(dst, wide)
	}
	return dst
}

// move sets in dst the squares that a move leads to from those of one of its rows. from holds
// that row, and other bits afterwards.
func (s shape) move(dst bitmap, from []uint64, row int) {
	if !slices.ContainsFunc(from, func(word uint64) bool { return word != 0 }) {
		return
	}
	// The farther a move leads up or down, the fewer columns it may cross.
	words, crossed := len(from), int64(0)
	for dy := len(s) - 1; dy >= 0; dy-- {
		for ; crossed < s[dy]; crossed++ {
			widen(from)
		}
		for _, to := range [2]int{row - dy, row + dy} {
			if to >= 0 && to*words < len(dst) {
				add(dst[to*words:], from)
			}
		}
	}
}

// widen sets the bits beside those of a row.
func widen(row []uint64) {
	before := uint64(0)
	for i, word := range row {
		row[i] |= word<<1 | word>>1 | before>>63
		if i > 0 {
			row[i-1] |= word << 63
		}
		before = word
	}
}

// add sets the bits of a row in another one.
func add(dst, row []uint64) {
	for i, word := range row {
		dst[i] |= word
	}
}
