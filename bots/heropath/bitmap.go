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
	wide := make([]uint64, words)
	for row := range rows {
		from := cells[row*words : (row+1)*words]
		if !slices.ContainsFunc(from, func(word uint64) bool { return word != 0 }) {
			continue
		}
		copy(wide, from)
		crossed := 0
		for dy := int(speed); dy >= 0; dy-- { // the farther up or down, the fewer columns
			for far := int(math.Sqrt(float64(speed*speed) - float64(dy*dy))); crossed < far; crossed++ {
				widen(wide)
			}
			for _, to := range [2]int{row - dy, row + dy} {
				if to >= 0 && to < rows {
					add(found[to*words:(to+1)*words], wide)
				}
			}
		}
	}
	return found
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
