package heropath

import "math"

// A path searches the way to a cell that costs least in turns and fatigue,
// hop by hop, the most promising hop first (A*). Cells that are close to each
// other count as one, and the search ends after a number of hops: it is there
// to find the gaps between the monsters' ranges, not to prove anything.
type path struct {
	hops  []hop
	open  heap
	known [knownSize]known
	round int32  // counts searches, so that known needs no clearing
	route []cell // the result, without the cell where it begins
}

type cell struct{ x, y int64 }

type hop struct {
	cell
	cost   float64
	before int32
}

// known is the cheapest hop so far into a small area.
type known struct {
	cell
	cost  float64
	round int32
}

const (
	knownSize = 1 << 14
	fewHops   = 40   // that are looked at in a usual search
	manyHops  = 9000 // ... in a search that must not fail: enough for a maze
	fineness  = 4    // areas to a hop
)

// find searches from the hero to the cell, and fills p.route.
func (p *planner) find(x, y int64) bool {
	s := &p.state
	t := &p.path
	t.hops, t.open, t.round = t.hops[:0], t.open[:0], t.round+1
	speed := float64(s.Speed)
	area := max(s.Speed/fineness, 1)
	t.hops = append(t.hops, hop{cell: cell{s.X, s.Y}, before: -1})
	t.open.push(item{0, 0})
	for looked := 0; looked < p.mostHops && len(t.open) > 0; looked++ {
		at := t.open.pop().at
		from := t.hops[at]
		if from.x == x && from.y == y {
			t.route = t.route[:0]
			for ; at > 0; at = t.hops[at].before {
				t.route = append(t.route, t.hops[at].cell)
			}
			return true
		}
		dx, dy := float64(x-from.x), float64(y-from.y)
		distance := math.Hypot(dx, dy)
		if distance <= speed {
			t.try(p, hop{cell{x, y}, from.cost + 1, at}, 0, area)
		}
		for _, length := range [...]float64{1, 0.6} {
			for i := range p.circle {
				c := &p.circle[i]
				cx := from.x + int64((dx*c[0]-dy*c[1])*speed*length/distance)
				cy := from.y + int64((dx*c[1]+dy*c[0])*speed*length/distance)
				if cx >= 0 && cy >= 0 && cx <= s.World.Width && cy <= s.World.Height {
					t.try(p, hop{cell{cx, cy}, from.cost + 1, at}, math.Hypot(float64(x-cx), float64(y-cy))/speed, area)
				}
			}
		}
	}
	return false
}

// try opens a hop if none as cheap is known nearby.
func (t *path) try(p *planner, h hop, ahead float64, area int64) {
	near := cell{h.x / area, h.y / area}
	k := &t.known[uint64(near.x*0x9e3779b1+near.y*0x85ebca77)%knownSize]
	if ahead > 0 && k.round == t.round && k.cell == near && k.cost <= h.cost {
		return
	}
	h.cost += p.fatiguePrice * float64(p.state.Threat(h.x, h.y))
	if ahead > 0 {
		if k.round == t.round && k.cell == near && k.cost <= h.cost {
			return
		}
		*k = known{near, h.cost, t.round}
	}
	t.hops = append(t.hops, h)
	t.open.push(item{h.cost + ahead, int32(len(t.hops) - 1)})
}
