package heropath

import "math"

// bends are the arcs that are tried, by how far they are from straight, in
// shares of what so many moves allow.
var bends = [...]float64{0, 0.33, -0.33, 0.66, -0.66, 0.97, -0.97}

// mostDetour is how many moves more than the straight way an arc may take.
const mostDetour = 2

// bend goes to the cell in an arc around what attacks on the straight way: the
// shortest on which nobody attacks, or else the cheapest. It fills p.route from
// the beginning, and tells what the arc costs before its end. It looks at some
// twenty arcs, which is little beside a search of the world.
func (p *planner) bend(x, y int64) (fatigue int64, ok bool) {
	s := &p.state
	dx, dy := float64(x-s.X), float64(y-s.Y)
	distance, speed := hypot(dx, dy), float64(s.Speed)
	least := int(math.Ceil(distance / speed))
	if least > mostBent {
		return 0, false
	}
	cheapest := math.Inf(1)
	for n := max(least, 2); n <= least+mostDetour; n++ {
		moves := float64(n)
		wide := 0.0 // of the arc, in its middle
		if step := distance / moves; step < speed {
			wide = math.Sqrt(speed*speed-step*step) * moves / (4 * (1 - 1/moves))
		}
		for _, b := range bends {
			costs, fits := p.arc(x, y, n, b*wide/distance)
			if !fits {
				continue
			}
			if cost := moves + p.fatiguePrice*float64(costs); cost < cheapest {
				cheapest, fatigue, ok = cost, costs, true
				p.route = append(p.route[:0], p.bent[:n]...)
				if costs == 0 {
					return 0, true
				}
			}
		}
	}
	return fatigue, ok
}

// mostBent is how many moves an arc may take, at most.
const mostBent = 16

// arc fills p.bent with the cells of a parabola of so many moves to the cell,
// wide in parts of the distance, and tells what they cost before the last one.
func (p *planner) arc(x, y int64, n int, wide float64) (fatigue int64, fits bool) {
	s := &p.state
	dx, dy := float64(x-s.X), float64(y-s.Y)
	at := cell{s.X, s.Y}
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		off := 4 * wide * t * (1 - t)
		c := cell{s.X + int64(math.Round(dx*t-dy*off)), s.Y + int64(math.Round(dy*t+dx*off))}
		hopX, hopY := c.x-at.x, c.y-at.y
		if c.x < 0 || c.y < 0 || c.x > p.world.Width || c.y > p.world.Height || hopX*hopX+hopY*hopY > s.Speed*s.Speed {
			return 0, false
		}
		if i < n {
			fatigue += p.threat(c.x, c.y)
		}
		p.bent[i-1] = c
		at = c
	}
	return fatigue, true
}
