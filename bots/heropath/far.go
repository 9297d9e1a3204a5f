package heropath

import "math"

// A far searches the way to a distant cell over a grid of squares, and so
// finds the gaps that explore, which looks at few hops, misses.
type far struct {
	round   int32
	squares []farSquare
	open    heap
	moves   [][2]int64 // columns and rows that a move of some speed may cross
	speed   int64      // ... of this speed
}

type farSquare struct {
	round  int32 // in which the rest was set
	closed bool
	before int32
	threat float64 // turns
	cost   float64
}

const (
	farSteps   = 4      // squares to a move
	farSquares = 40_000 // at most, in a grid
)

// findFar searches from the hero to the cell, and fills p.route.
func (p *planner) findFar(x, y int64) bool {
	s, f, w := &p.state, &p.far, p.world
	side := max(1, s.Speed/farSteps, max(w.Width, w.Height)/200+1)
	cols, rows := w.Width/side+1, w.Height/side+1
	if n := int(cols * rows); len(f.squares) < n {
		f.squares = append(f.squares, make([]farSquare, n-len(f.squares))...)
	}
	if f.speed != s.Speed {
		f.speed, f.moves = s.Speed, f.moves[:0]
		most := s.Speed / side
		for dy := -most; dy <= most; dy++ {
			for dx := -most; dx <= most; dx++ {
				if d2 := (dx*dx + dy*dy) * side * side; d2 > 0 && d2 <= s.Speed*s.Speed {
					f.moves = append(f.moves, [2]int64{dx, dy})
				}
			}
		}
	}
	f.round++
	f.open = f.open[:0]
	speed := float64(s.Speed)
	center := func(at int64) cell {
		return cell{min(at%cols*side+side/2, w.Width), min(at/cols*side+side/2, w.Height)}
	}
	try := func(at, before int64, cost float64) {
		q := &f.squares[at]
		c := center(at)
		if q.round != f.round {
			*q = farSquare{round: f.round, cost: math.Inf(1), threat: p.fatiguePrice * float64(p.threat(c.x, c.y))}
		}
		cost += q.threat + 1
		if q.closed || cost >= q.cost {
			return
		}
		q.cost, q.before = cost, int32(before)
		ahead := hypot(float64(x-c.x), float64(y-c.y)) / speed
		f.open.push(item{cost + ahead, int32(at)})
	}
	col, row := s.X/side, s.Y/side
	for dy := -s.Speed/side - 1; dy <= s.Speed/side+1; dy++ {
		for dx := -s.Speed/side - 1; dx <= s.Speed/side+1; dx++ {
			c, r := col+dx, row+dy
			if c < 0 || r < 0 || c >= cols || r >= rows {
				continue
			}
			at := r*cols + c
			to := center(at)
			if ex, ey := to.x-s.X, to.y-s.Y; ex*ex+ey*ey <= s.Speed*s.Speed {
				try(at, -1, 0)
			}
		}
	}
	for len(f.open) > 0 {
		at := int64(f.open.pop().at)
		q := &f.squares[at]
		if q.closed {
			continue
		}
		q.closed = true
		c := center(at)
		if dx, dy := x-c.x, y-c.y; dx*dx+dy*dy <= s.Speed*s.Speed {
			p.route = append(p.route[:0], cell{x, y})
			for ; at >= 0; at = int64(f.squares[at].before) {
				if here := center(at); here.x != x || here.y != y {
					p.route = append(p.route, here)
				}
			}
			return true
		}
		col, row := at%cols, at/cols
		for _, m := range f.moves {
			c, r := col+m[0], row+m[1]
			if c >= 0 && r >= 0 && c < cols && r < rows {
				try(r*cols+c, at, q.cost)
			}
		}
	}
	return false
}
