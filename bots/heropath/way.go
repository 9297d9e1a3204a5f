package heropath

import (
	"cmp"
	"math"
	"slices"
)

// A way leads from a cell to another one around the ranges of monsters. It
// never changes.
type way struct {
	from    cell
	hops    []cell // the last one is where it leads
	fatigue int64  // that it costs before its end
}

// bends are the arcs that are tried, by how far they are from straight, in
// shares of what so many moves allow.
var bends = [...]float64{0, 0.33, -0.33, 0.66, -0.66, 0.97, -0.97}

const (
	mostDetour = 2  // moves that an arc may take more than the straight way
	mostBent   = 16 // moves of the longest way that is bent
)

// around returns an arc to the cell around what attacks on the straight way: the
// shortest on which nobody attacks, or else the cheapest. It looks at some twenty arcs.
func (p *planner) around(to cell) (best *way, ok bool) {
	from, speed := p.hero.cell, float64(p.level(p.hero.level).speed)
	distance := between(from, to)
	least := max(int(math.Ceil(distance/speed)), 2)
	bends, price, cheapest := bends[:], p.fatiguePrice(), math.Inf(1)
	if least > mostBent {
		bends = bends[:1]
	}
	for n := least; n <= least+mostDetour; n++ {
		moves := float64(n)
		wide := 0.0 // of the arc, in its middle
		if step := distance / moves; step < speed {
			wide = math.Sqrt(speed*speed-step*step) * moves / (4 * (1 - 1/moves))
		}
		for _, b := range bends {
			costs, fits := p.arc(to, n, b*wide/distance)
			if !fits {
				continue
			}
			if cost := moves + price*float64(costs); cost < cheapest {
				cheapest = cost
				best = &way{from: from, hops: append([]cell(nil), p.bent...), fatigue: costs}
				if costs == 0 {
					return best, true
				}
			}
		}
	}
	return best, best != nil
}

// arc fills p.bent with the cells of a parabola of so many moves to the cell, wide in
// parts of the distance. It returns what they cost before the last one.
func (p *planner) arc(to cell, n int, wide float64) (fatigue int64, fits bool) {
	from, speed2 := p.hero.cell, p.level(p.hero.level).speed2
	dx, dy := float64(to.x-from.x), float64(to.y-from.y)
	at := from
	p.bent = p.bent[:0]
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		off := 4 * wide * t * (1 - t)
		c := cell{from.x + int64(math.Round(dx*t-dy*off)), from.y + int64(math.Round(dy*t+dx*off))}
		if !p.inside(c) || between2(at, c) > speed2 {
			return 0, false
		}
		if i < n {
			fatigue += p.threat(c)
		}
		p.bent = append(p.bent, c)
		at = c
	}
	return fatigue, true
}

// farSteps is how many squares a move crosses in a search for a way.
const farSteps = 4

// through returns the way to the cell that costs least in turns and fatigue. It leads over
// the middles of squares (A*: Hart, Nilsson and Raphael 1968), and so through any maze. It
// takes a thousand times as long as an arc.
func (p *planner) through(to cell) (found *way, ok bool) {
	at, w := p.level(p.hero.level), p.world
	side := max(1, at.speed/farSteps, max(w.Width, w.Height)/200+1)
	cols, rows := w.Width/side+1, w.Height/side+1
	middle := func(i int32) cell {
		return cell{min(int64(i)%cols*side+side/2, w.Width), min(int64(i)/cols*side+side/2, w.Height)}
	}
	ahead := func(c cell) float64 { return between(c, to) / float64(at.speed) }
	type square struct {
		turn   float64 // what a turn costs here; 0 is not known
		cost   float64 // of the way here
		before int32   // where it comes from
	}
	squares, price := make([]square, cols*rows), p.fatiguePrice()
	var open heap
	goOn := func(from cell, before int32, cost float64) {
		for row := max(from.y-at.speed, 0) / side; row <= min((from.y+at.speed)/side, rows-1); row++ {
			for col := max(from.x-at.speed, 0) / side; col <= min((from.x+at.speed)/side, cols-1); col++ {
				i := int32(row*cols + col)
				c, q := middle(i), &squares[i]
				if between2(from, c) > at.speed2 {
					continue
				}
				if q.turn == 0 {
					q.turn, q.cost = 1+price*float64(p.threat(c)), math.Inf(1)
				}
				if cost := cost + q.turn; cost < q.cost {
					q.cost, q.before = cost, before
					open.push(item{cost + ahead(c), i})
				}
			}
		}
	}
	goOn(p.hero.cell, -1, 0)
	for len(open) > 0 {
		next := open.pop()
		i, c := next.at, middle(next.at)
		if next.key > squares[i].cost+ahead(c) {
			continue // a cheaper way was gone before
		}
		if between2(c, to) > at.speed2 {
			goOn(c, i, squares[i].cost)
			continue
		}
		found = &way{from: p.hero.cell, hops: []cell{to}}
		for ; i >= 0; i = squares[i].before {
			if c := middle(i); c != to {
				found.hops = append(found.hops, c)
				found.fatigue += p.threat(c)
			}
		}
		slices.Reverse(found.hops)
		return found, true
	}
	return nil, false
}

// hopTo returns where one move of the straight walk from a cell ends.
func hopTo(from, to cell, speed int64) cell {
	dx, dy := to.x-from.x, to.y-from.y
	d2 := dx*dx + dy*dy
	if d2 <= speed*speed {
		return to
	}
	share := float64(speed) / math.Sqrt(float64(d2))
	hopX, hopY := int64(float64(dx)*share), int64(float64(dy)*share)
	// Rounded towards the hero, it falls short: one more cell along either
	// side often is in reach.
	sideX, sideY := sign(dx), sign(dy)
	far := func(x, y int64) bool { return x*x+y*y > speed*speed }
	if wide := max(dx, -dx) >= max(dy, -dy); wide && !far(hopX+sideX, hopY) || far(hopX, hopY+sideY) && !far(hopX+sideX, hopY) {
		hopX += sideX
	} else if !far(hopX, hopY+sideY) {
		hopY += sideY
	}
	return cell{from.x + hopX, from.y + hopY}
}

func sign(n int64) int64 { return int64(cmp.Compare(n, 0)) }

// lostByRounding is how much shorter a move of hopTo may be than the hero's speed.
const lostByRounding = 1.5

// movesTo returns how many moves of hopTo lead so far, unless what they lose by rounding
// may take another one.
func movesTo(dx, dy, speed int64) (n int64, ok bool) {
	far := hypot(float64(dx), float64(dy))
	moves := math.Ceil(far / float64(speed))
	return int64(moves), far <= moves*float64(speed)-(moves-1)*lostByRounding
}

// hypot is math.Hypot for lengths that can be squared, as those of a world can: it takes
// a fraction of the time.
func hypot(dx, dy float64) float64 { return math.Sqrt(dx*dx + dy*dy) }
