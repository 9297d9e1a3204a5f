package heropath

import (
	"math/bits"

	rules "arbiter/referee/games/heropath"
)

// A safe map finds the ways on which no monster attacks, by moves from the
// middle of a square to the middle of another one, breadth first. A row of
// squares is a row of bits, so that a search of the whole world takes some
// tenths of a millisecond.
type safe struct {
	side, cols, rows int64
	words            int      // of a row of bits
	alive            []bool   // by monster: whether counts has it
	counts           []uint16 // by square: living monsters that attack on its middle
	free             []uint64 // by row: squares without any
	shape            []int64  // by rows up or down: columns that a move may cross ...
	speed            int64    // ... of this speed

	origin  rules.Hero // whose ways these are
	epoch   int64
	valid   bool
	level   []uint8 // by square: moves to it
	reached []uint64
	front   []uint64
	next    []uint64
}

const (
	safeSteps   = 4      // squares to a move of a hero of level 0
	safeSquares = 40_000 // at most
	unsafe      = 255    // no way
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

// spread makes the map that of the planner's state.
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
	for i := range f.level {
		f.level[i] = unsafe
	}
	clear(f.reached)
	clear(f.front)
	if s.Speed == 0 {
		return
	}
	if f.speed != s.Speed {
		f.speed, f.shape = s.Speed, f.shape[:0]
		for dy := int64(0); dy < f.rows && dy*f.side <= s.Speed; dy++ {
			wide := int64(0)
			for d := (wide + 1) * f.side; wide < f.cols && d*d+dy*dy*f.side*f.side <= s.Speed*s.Speed; d = (wide + 1) * f.side {
				wide++
			}
			f.shape = append(f.shape, wide)
		}
	}
	// The first move begins anywhere in a square.
	some := false
	for row := max(s.Y-s.Speed, 0) / f.side; row <= min(s.Y+s.Speed, p.world.Height)/f.side; row++ {
		dy := f.middle(row, p.world.Height) - s.Y
		for col := max(s.X-s.Speed, 0) / f.side; col <= min(s.X+s.Speed, p.world.Width)/f.side; col++ {
			dx := f.middle(col, p.world.Width) - s.X
			word, bit := int(row)*f.words+int(col/64), uint64(1)<<(col%64)
			if dx*dx+dy*dy <= s.Speed*s.Speed && f.free[word]&bit != 0 {
				f.front[word] |= bit
				f.level[row*f.cols+col] = 1
				some = true
			}
		}
	}
	for level := uint8(2); some && level < unsafe; level++ {
		some = f.grow(level)
	}
}

// grow makes one more move from front, and reports whether it leads anywhere new.
func (f *safe) grow(level uint8) (some bool) {
	clear(f.next)
	for row := range int(f.rows) {
		front := f.front[row*f.words : (row+1)*f.words]
		any := uint64(0)
		for i, word := range front {
			any |= word
			f.reached[row*f.words+i] |= word
		}
		if any == 0 {
			continue
		}
		for dy, wide := range f.shape {
			for _, to := range [2]int{row - dy, row + dy} {
				if to >= 0 && to < int(f.rows) {
					smear(f.next[to*f.words:(to+1)*f.words], front, int(wide))
				}
			}
		}
	}
	for i := range f.next {
		word := f.next[i] & f.free[i] &^ f.reached[i] &^ f.front[i]
		f.next[i] = word
		at := i/f.words*int(f.cols) + i%f.words*64
		for ; word != 0; word &= word - 1 {
			f.level[at+bits.TrailingZeros64(word)] = level
			some = true
		}
	}
	f.front, f.next = f.next, f.front
	return some
}

// smear sets the bits of dst that are at most wide from one of src.
func smear(dst, src []uint64, wide int) {
	for i, word := range src {
		if word == 0 {
			continue
		}
		// Bits up to wide to the left and to the right, by doubling.
		low, high, lowOut, highOut := word, word, uint64(0), uint64(0)
		for done := 0; done < wide; {
			step := min(max(done, 1), wide-done, 63)
			highOut |= highOut<<step | high>>(64-step)
			high |= high << step
			lowOut |= lowOut>>step | low<<(64-step)
			low |= low >> step
			done += step
		}
		dst[i] |= low | high
		if i+1 < len(dst) {
			dst[i+1] |= highOut
		}
		if i > 0 {
			dst[i-1] |= lowOut
		}
	}
}

// findSafe finds a way to the cell on which no monster attacks, and fills
// p.route from its end.
func (p *planner) findSafe(x, y int64) bool {
	p.spread()
	f, w, speed := &p.safe, p.world, p.state.Speed
	p.route = p.route[:0]
	to := cell{x, y}
	least := uint8(unsafe)
	for {
		// The cell with the least moves from which one leads to the last one.
		found := false
		var best cell
		nearest := int64(0)
		for row := max(to.y-speed, 0) / f.side; row <= min(to.y+speed, w.Height)/f.side; row++ {
			dy := f.middle(row, w.Height) - to.y
			for col := max(to.x-speed, 0) / f.side; col <= min(to.x+speed, w.Width)/f.side; col++ {
				level := f.level[row*f.cols+col]
				if level > least || level == unsafe {
					continue
				}
				dx := f.middle(col, w.Width) - to.x
				d2 := dx*dx + dy*dy
				if d2 <= speed*speed && (level < least || !found || d2 < nearest) {
					least, nearest, found = level, d2, true
					best = cell{f.middle(col, w.Width), f.middle(row, w.Height)}
				}
			}
		}
		if !found {
			return false
		}
		if len(p.route) == 0 {
			p.route = append(p.route, to)
		}
		if best != to {
			p.route = append(p.route, best)
		}
		if least == 1 {
			return true
		}
		to = best
		least--
	}
}
