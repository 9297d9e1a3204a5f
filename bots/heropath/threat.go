package heropath

import "math"

// A ranges finds the monsters that may attack a hero on a cell: for each small
// square of the world it lists those whose range touches it. A plan asks so
// much more often than the rules that the memory is well spent.
type ranges struct {
	side, cols int64
	first      []int32
	list       []int32 // monsters, by square
	reach2     []int64 // by monster: the square of its range
	attackers  bool    // whether any monster can hurt
	foes       []foe   // monsters
}

// A foe is what threat needs of a monster, close together in memory.
type foe struct {
	x, y           int32
	reach2, attack int64
}

// mostReach bounds the length of the list.
const mostReach = 1 << 21

func (a *atlas) makeRanges() {
	r := &a.ranges
	w := a.world
	for id := range w.Monsters {
		r.attackers = r.attackers || w.Monsters[id].Attack > 0
	}
	if !r.attackers {
		return
	}
	r.reach2 = make([]int64, len(w.Monsters))
	r.side = max(8, max(w.Width, w.Height)/256)
	for {
		r.cols = w.Width/r.side + 1
		squares := r.cols * (w.Height/r.side + 1)
		r.first = append(r.first[:0], make([]int32, squares+1)...)
		entries := 0
		r.touched(a, func(square int64, _ int32) {
			r.first[square+1]++
			entries++
		})
		if entries <= mostReach {
			break
		}
		r.side *= 2
	}
	for i := 1; i < len(r.first); i++ {
		r.first[i] += r.first[i-1]
	}
	r.foes = make([]foe, len(w.Monsters))
	for id := range r.foes {
		m := &w.Monsters[id]
		r.foes[id] = foe{int32(m.X), int32(m.Y), r.reach2[id], m.Attack}
	}
	r.list = make([]int32, r.first[len(r.first)-1])
	next := append([]int32(nil), r.first...)
	r.touched(a, func(square int64, id int32) {
		r.list[next[square]] = id
		next[square]++
	})
}

// touched calls visit for every square that the range of a monster touches.
func (r *ranges) touched(a *atlas, visit func(square int64, id int32)) {
	w := a.world
	for id := range w.Monsters {
		m := &w.Monsters[id]
		if m.Attack == 0 {
			continue
		}
		far := min(m.Range, w.Width+w.Height)
		r.reach2[id] = far * far
		for row := max(m.Y-far, 0) / r.side; row <= min(m.Y+far, w.Height)/r.side; row++ {
			dy := beyond(m.Y, row*r.side, row*r.side+r.side-1)
			wide := int64(math.Sqrt(float64(far*far - dy*dy)))
			for col := max(m.X-wide, 0) / r.side; col <= min(m.X+wide, w.Width)/r.side; col++ {
				visit(row*r.cols+col, int32(id))
			}
		}
	}
}

// beyond returns how far at is outside the interval.
func beyond(at, from, to int64) int64 { return max(from-at, at-to, 0) }

// threat is Threat of the planner's state.
func (p *planner) threat(x, y int64) (sum int64) {
	r := &p.ranges
	if !r.attackers {
		return 0
	}
	square := y/r.side*r.cols + x/r.side
	for _, id := range r.list[r.first[square]:r.first[square+1]] {
		f := &r.foes[id]
		dx, dy := int64(f.x)-x, int64(f.y)-y
		if dx*dx+dy*dy <= f.reach2 && p.state.Alive(int(id)) {
			sum += f.attack
		}
	}
	return sum
}
