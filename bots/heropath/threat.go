package heropath

import (
	"math"

	rules "arbiter/referee/games/heropath"
)

// A ranges finds the monsters that may attack a hero on a cell: for each small
// square of the world it lists those whose range touches it. A plan asks so
// much more often than the rules that the memory is well spent.
type ranges struct {
	attackers  bool // whether any monster can hurt
	side, cols int64
	squares    [][]int32 // monsters
	foes       []foe     // by monster
}

// A foe is what threat needs of a monster, close together in memory.
type foe struct {
	x, y           int32
	reach2, attack int64
}

// mostReach bounds the monsters in all squares.
const mostReach = 1 << 21

func newRanges(w *rules.World) ranges {
	r := ranges{foes: make([]foe, len(w.Monsters)), side: max(8, max(w.Width, w.Height)/256)}
	for id, m := range w.Monsters {
		far := min(m.Range, w.Width+w.Height)
		r.foes[id] = foe{int32(m.X), int32(m.Y), far * far, m.Attack}
		r.attackers = r.attackers || m.Attack > 0
	}
	if !r.attackers {
		return r
	}
	for r.entries(w) > mostReach {
		r.side *= 2
	}
	r.cols = w.Width/r.side + 1
	r.squares = make([][]int32, r.cols*(w.Height/r.side+1))
	for id, m := range w.Monsters {
		if m.Attack == 0 {
			continue
		}
		far := min(m.Range, w.Width+w.Height)
		for row := max(m.Y-far, 0) / r.side; row <= min(m.Y+far, w.Height)/r.side; row++ {
			dy := max(row*r.side-m.Y, m.Y-row*r.side-r.side+1, 0) // how far the row is
			wide := int64(math.Sqrt(float64(far*far - dy*dy)))
			for col := max(m.X-wide, 0) / r.side; col <= min(m.X+wide, w.Width)/r.side; col++ {
				square := &r.squares[row*r.cols+col]
				*square = append(*square, int32(id))
			}
		}
	}
	return r
}

// entries returns at least how many monsters are in all squares.
func (r *ranges) entries(w *rules.World) (sum int64) {
	for _, m := range w.Monsters {
		sum += (min(2*m.Range, w.Width)/r.side + 2) * (min(2*m.Range, w.Height)/r.side + 2)
	}
	return sum
}

// threat returns the fatigue that a turn on a cell costs.
func (p *planner) threat(c cell) (sum int64) {
	r := &p.ranges
	if !r.attackers {
		return 0
	}
	for _, id := range r.squares[c.y/r.side*r.cols+c.x/r.side] {
		f := &r.foes[id]
		dx, dy := int64(f.x)-c.x, int64(f.y)-c.y
		if dx*dx+dy*dy <= f.reach2 && !p.dead.has(id) {
			sum += f.attack
		}
	}
	return sum
}
