package heropath

import "math/bits"

// A band finds the monsters that may reach a cell among those of similar
// range. The range of a band's monsters is at most the side of its squares, so
// that whoever reaches a cell stands in the cell's square or in one of the
// eight around it. Small ranges so look at few monsters, whatever the range of
// the others.
type band struct {
	shift      uint  // the side of a square is 1<<shift
	left, top  int64 // corner of the box around the band's monsters
	cols, rows int64 // squares in the box
	first      []int32
	list       []attacker // row by row of squares; first[i] begins square i
}

// An attacker is what Threat needs of a monster, close together in memory.
type attacker struct {
	x, y, reach2, attack int64
	id                   int32 // 2^31 monsters would be a document of 100 GB
}

// leastShift keeps the squares of the smallest band at a side worth looking up.
const leastShift = 4

// squaresPerMonster bounds the memory of a band in a big and empty world.
const squaresPerMonster = 4

// makeBands sorts the monsters that can hurt into bands by range.
func makeBands(monsters []Monster) []band {
	var byShift [64][]int32
	for i := range monsters {
		if m := &monsters[i]; m.Attack > 0 {
			reach := min(m.Range, farthest)
			shift := max(leastShift, bits.Len64(uint64(max(reach, 1)-1)))
			byShift[shift] = append(byShift[shift], int32(i))
		}
	}
	var bands []band
	for shift, ids := range byShift {
		if len(ids) > 0 {
			bands = append(bands, makeBand(uint(shift), ids, monsters))
		}
	}
	return bands
}

func makeBand(shift uint, ids []int32, monsters []Monster) band {
	one := &monsters[ids[0]]
	left, right, top, bottom := one.X, one.X, one.Y, one.Y
	for _, id := range ids {
		m := &monsters[id]
		left, right = min(left, m.X), max(right, m.X)
		top, bottom = min(top, m.Y), max(bottom, m.Y)
	}
	for ((right-left)>>shift+1)*((bottom-top)>>shift+1) > int64(len(ids))*squaresPerMonster {
		shift++
	}
	b := band{shift: shift, left: left, top: top, cols: (right-left)>>shift + 1, rows: (bottom-top)>>shift + 1}
	b.first = make([]int32, b.cols*b.rows+1)
	for _, id := range ids {
		b.first[b.square(&monsters[id])+1]++
	}
	for i := 1; i < len(b.first); i++ {
		b.first[i] += b.first[i-1]
	}
	b.list = make([]attacker, len(ids))
	next := append([]int32(nil), b.first...)
	for _, id := range ids {
		m := &monsters[id]
		place := &next[b.square(m)]
		b.list[*place] = attacker{x: m.X, y: m.Y, reach2: square(m.Range), attack: m.Attack, id: id}
		*place++
	}
	return b
}

func (b *band) square(m *Monster) int64 {
	return (m.Y-b.top)>>b.shift*b.cols + (m.X-b.left)>>b.shift
}

// near returns the attackers in the nine squares around a cell: a run of
// squares in each of three rows.
func (b *band) near(x, y int64) (runs [3][]attacker) {
	col, row := (x-b.left)>>b.shift, (y-b.top)>>b.shift
	from, to := max(col-1, 0), min(col+1, b.cols-1)
	if from > to {
		return runs
	}
	for i := range runs {
		if r := row - 1 + int64(i); r >= 0 && r < b.rows {
			runs[i] = b.list[b.first[r*b.cols+from]:b.first[r*b.cols+to+1]]
		}
	}
	return runs
}
