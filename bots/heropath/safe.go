package heropath

import (
	"math/bits"

	rules "arbiter/referee/games/heropath"
)

// A safe map finds the ways on which no monster attacks. A move leads from the middle of a square
// to the middle of another one, as far as the hero gets between whole squares. The search is
// breadth first, and goes as far as it is asked for. A row of squares is a row of bits, so that
// another move from all squares that were reached last takes some microseconds.
type safe struct {
	side, cols, rows int64
	words            int      // of a row of bits
	alive            []bool   // by monster: whether counts has it
	counts           []uint16 // by square: living monsters that attack on its middle
	free             []uint64 // by row: squares without any
	shape            shape    // of a move ...
	speed            int64    // ... of this speed

	origin  rules.Hero // whose ways these are
	epoch   int64
	valid   bool
	level   []uint8 // by square: moves to it
	moves   uint8   // that were made so far
	more    bool    // another move may lead somewhere
	reached []uint64
	front   []uint64
	next    []uint64
	wide    []uint64 // a row
	first   int      // row of front with any ...
	last    int      // ... to this one; the others are not what they were
}

const (
	safeSteps   = 8       // squares to a move of a hero of level 0: with 4, most ways between dense ranges are missed
	safeSquares = 200_000 // at most
	unreached   = 0       // a level: no way so far
	mostMoves   = 255
)

func (p *planner) makeSafe() {
	f, w := &p.safe, p.world
	if !p.attackers {
		return
	}
	f.side = max(1, p.level(0).speed/safeSteps)
	for (w.Width/f.side+1)*(w.Height/f.side+1) > safeSquares {
		f.side++
	}
	f.cols, f.rows = w.Width/f.side+1, w.Height/f.side+1
	f.words = int(f.cols+63) / 64
	f.alive = make([]bool, len(w.Monsters))
	n := int(f.cols * f.rows)
	f.counts, f.level = make([]uint16, n), make([]uint8, n)
	size := int(f.rows) * f.words
	f.free, f.reached, f.front, f.next = make([]uint64, size), make([]uint64, size), make([]uint64, size), make([]uint64, size)
	f.wide = make([]uint64, f.words)
	for row := range f.rows {
		for col := range f.cols {
			f.free[int(row)*f.words+int(col/64)] |= 1 << (col % 64)
		}
	}
}

func (f *safe) middle(at, most int64) int64 { return min(at*f.side+f.side/2, most) }

// count adds a monster to counts, or takes it away.
func (p *planner) count(id int, by uint16) {
	f, w, m := &p.safe, p.world, &p.world.Monsters[id]
	reach2 := p.reach2[id]
	far := min(m.Range, w.Width+w.Height)
	for row := max(m.Y-far, 0) / f.side; row <= min(m.Y+far, w.Height)/f.side; row++ {
		dy := f.middle(row, w.Height) - m.Y
		for col := max(m.X-far, 0) / f.side; col <= min(m.X+far, w.Width)/f.side; col++ {
			dx := f.middle(col, w.Width) - m.X
			if dx*dx+dy*dy > reach2 {
				continue
			}
			at := row*f.cols + col
			f.counts[at] += by
			bit, word := uint64(1)<<(col%64), int(row)*f.words+int(col/64)
			if f.counts[at] == 0 {
				f.free[word] |= bit
			} else {
				f.free[word] &^= bit
			}
		}
	}
}

// spread makes the map that of the planner's state, one move long.
func (p *planner) spread() {
	f, s := &p.safe, &p.state
	if f.valid && f.origin == s.Hero && f.epoch == p.epoch {
		return
	}
	f.valid, f.origin, f.epoch = true, s.Hero, p.epoch
	for id := range f.alive {
		if alive := s.Alive(id); alive != f.alive[id] && p.world.Monsters[id].Attack > 0 {
			f.alive[id] = alive
			if alive {
				p.count(id, 1)
			} else {
				p.count(id, ^uint16(0))
			}
		}
	}
	clear(f.level)
	clear(f.reached)
	clear(f.front)
	f.moves, f.more = 0, false
	if s.Speed == 0 {
		return
	}
	if f.speed != s.Speed {
		f.speed, f.shape = s.Speed, shapeOf(f.shape, s.Speed, f.side, f.cols, f.rows)
	}
	// The first move begins anywhere in a square.
	f.moves = 1
	first, last := max(s.Y-s.Speed, 0)/f.side, min(s.Y+s.Speed, p.world.Height)/f.side
	f.first, f.last = int(first), int(last)
	for row := first; row <= last; row++ {
		dy := f.middle(row, p.world.Height) - s.Y
		for col := max(s.X-s.Speed, 0) / f.side; col <= min(s.X+s.Speed, p.world.Width)/f.side; col++ {
			dx := f.middle(col, p.world.Width) - s.X
			word, bit := int(row)*f.words+int(col/64), uint64(1)<<(col%64)
			if dx*dx+dy*dy <= s.Speed*s.Speed && f.free[word]&bit != 0 {
				f.front[word] |= bit
				f.level[row*f.cols+col] = 1
				f.more = true
			}
		}
	}
}

// grow makes one more move from front, and reports whether it leads anywhere new.
func (f *safe) grow() bool {
	if !f.more || f.moves == mostMoves {
		return false
	}
	f.moves++
	f.more = false
	most := len(f.shape) - 1
	first, last := max(f.first-most, 0), min(f.last+most, int(f.rows)-1)
	clear(f.next[first*f.words : (last+1)*f.words])
	for row := f.first; row <= f.last; row++ {
		copy(f.wide, f.front[row*f.words:])
		for i, word := range f.wide {
			f.reached[row*f.words+i] |= word
		}
		f.shape.move(f.next, f.wide, row)
	}
	f.front, f.next = f.next, f.front
	f.first, f.last = last, first
	for row := first; row <= last; row++ {
		some := false
		for i := row * f.words; i < (row+1)*f.words; i++ {
			word := f.front[i] & f.free[i] &^ f.reached[i]
			f.front[i] = word
			at := row*int(f.cols) + (i-row*f.words)*64
			for ; word != 0; word &= word - 1 {
				f.level[at+bits.TrailingZeros64(word)] = f.moves
				some = true
			}
		}
		if some {
			f.more = true
			f.first, f.last = min(f.first, row), row
		}
	}
	return f.more
}

// findSafe finds a way to the cell on which no monster attacks, and fills
// p.route from its end.
func (p *planner) findSafe(x, y int64) bool {
	p.spread()
	f := &p.safe
	p.route = p.route[:0]
	to := cell{x, y}
	best, least, found := p.nearest(to, f.moves)
	for !found {
		if !f.grow() {
			return false
		}
		best, least, found = p.nearest(to, f.moves)
	}
	p.route = append(p.route, to)
	for {
		if best != to {
			p.route = append(p.route, best)
		}
		if least == 1 {
			return true
		}
		to = best
		best, least, found = p.nearest(to, least-1)
		if !found {
			return false
		}
	}
}

// nearest returns the cell with the least moves, of at most so many, from which one leads
// to a cell, the nearest of several.
func (p *planner) nearest(to cell, most uint8) (best cell, least uint8, found bool) {
	f, w, speed := &p.safe, p.world, p.state.Speed
	least = most
	near := int64(0)
	for row := max(to.y-speed, 0) / f.side; row <= min(to.y+speed, w.Height)/f.side; row++ {
		dy := f.middle(row, w.Height) - to.y
		for col := max(to.x-speed, 0) / f.side; col <= min(to.x+speed, w.Width)/f.side; col++ {
			level := f.level[row*f.cols+col]
			if level > least || level == unreached {
				continue
			}
			dx := f.middle(col, w.Width) - to.x
			d2 := dx*dx + dy*dy
			if d2 <= speed*speed && (level < least || !found || d2 < near) {
				least, near, found = level, d2, true
				best = cell{f.middle(col, w.Width), f.middle(row, w.Height)}
			}
		}
	}
	return best, least, found
}
