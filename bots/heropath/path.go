package heropath

import "slices"

// A path searches the way to a cell that costs least in turns and fatigue,
// hop by hop, the most promising hop first (A*). Cells that are close to each
// other count as one, and the search ends after a number of hops: it is there
// to find the gaps between the monsters' ranges, not to prove anything.
type path struct {
	hops  []hop
	open  heap
	known [knownSize]known
	round int32                       // counts searches, so that known needs no clearing
	route []cell                      // the result, without the cell where it begins; explore and the others give it from its end
	bent  [mostBent + mostDetour]cell // of an arc

	routes []route // remembered
}

// A route is the result of an earlier search.
type route struct {
	from, to cell
	speed    int64
	hops     int    // that the search might look at; 0 is no route
	fatigue  int64  // that it cost
	cells    []cell // as route; empty when there was none
}

const routesSize = 1 << 15

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
	fewHops   = 40  // that are looked at in a usual search
	manyHops  = 400 // ... in a search that must not fail: enough for a maze
	fineness  = 4   // areas to a hop
)

// find finds the way from the hero to the cell, and fills p.route. It may be
// one that was found before.
func (p *planner) find(x, y int64) bool {
	s := &p.state
	if p.routes == nil {
		p.routes = make([]route, routesSize)
	}
	from, to := cell{s.X, s.Y}, cell{x, y}
	known := &p.routes[uint64(from.x*0x9e3779b1+from.y*0x85ebca77+to.x*0xc2b2ae3d+to.y*0x27d4eb2f)>>3%routesSize]
	if known.from == from && known.to == to && known.hops > 0 && known.speed <= s.Speed {
		if len(known.cells) > 0 {
			if p.fatigueOf(known.cells) <= known.fatigue {
				p.route = append(p.route[:0], known.cells...)
				return true
			}
		} else if known.hops >= p.mostHops && known.speed == s.Speed {
			return false
		}
	}
	if fatigue, ok := p.bend(x, y); ok && fatigue == 0 {
		return true
	}
	found := p.findSafe(x, y) || p.explore(x, y) || p.mostHops > fewHops && p.findFar(x, y)
	known.from, known.to, known.speed, known.hops, known.cells = from, to, s.Speed, p.mostHops, known.cells[:0]
	if found {
		slices.Reverse(p.route)
		known.cells = append(known.cells, p.route...)
		known.fatigue = p.fatigueOf(known.cells)
	}
	return found
}

// fatigueOf returns the fatigue that a way costs before its end.
func (p *planner) fatigueOf(way []cell) (fatigue int64) {
	for i := range len(way) - 1 {
		fatigue += p.threat(way[i].x, way[i].y)
	}
	return fatigue
}

// explore searches from the hero to the cell, and fills p.route.
func (p *planner) explore(x, y int64) bool {
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
		distance := hypot(dx, dy)
		if distance <= speed {
			t.try(p, hop{cell{x, y}, from.cost + 1, at}, 0, area)
		}
		for _, length := range [...]float64{1, 0.6} {
			for i := range p.circle {
				c := &p.circle[i]
				cx := from.x + int64((dx*c[0]-dy*c[1])*speed*length/distance)
				cy := from.y + int64((dx*c[1]+dy*c[0])*speed*length/distance)
				if cx >= 0 && cy >= 0 && cx <= s.World.Width && cy <= s.World.Height {
					ahead := hypot(float64(x-cx), float64(y-cy)) / speed
					t.try(p, hop{cell{cx, cy}, from.cost + 1, at}, ahead, area)
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
	h.cost += p.fatiguePrice * float64(p.threat(h.x, h.y))
	if ahead > 0 {
		if k.round == t.round && k.cell == near && k.cost <= h.cost {
			return
		}
		*k = known{near, h.cost, t.round}
	}
	t.hops = append(t.hops, h)
	t.open.push(item{h.cost + ahead, int32(len(t.hops) - 1)})
}
