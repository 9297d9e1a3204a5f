package heropath

import "math"

// stand chooses the cell from which to attack a monster: not far, on the way to the cell
// of the next one if it is known, outside the ranges of monsters, and otherwise with other
// worthy monsters in reach. It is out of reach if there is none.
func (p *planner) stand(id int32, next cell) cell {
	h, at, m := &p.hero, p.level(p.hero.level), &p.world.Monsters[id]
	there, reach, speed := cell{m.X, m.Y}, float64(at.reach), float64(at.speed)
	price, hits := p.fatiguePrice(), p.hits(h.level)[id]
	best, chosen := math.Inf(1), h.cell
	try := func(x, y float64) {
		c := cell{int64(x + 0.5), int64(y + 0.5)}
		if x < 0 || y < 0 || !p.inside(c) || between2(c, there) > at.reach2 {
			return
		}
		most := best
		cost := steps(between(h.cell, c), speed)
		if next != nowhere {
			cost += steps(between(c, next), speed)
		} else {
			most += mostProspect
		}
		if cost >= most {
			return
		}
		if p.attackers {
			if cost += price * float64(p.threat(c)) * hits; cost >= most {
				return
			}
		}
		if next == nowhere {
			cost -= p.prospectTurns(c, id)
		}
		if cost < best {
			best, chosen = cost, c
		}
	}
	hx, hy, mx, my := float64(h.x), float64(h.y), float64(m.X), float64(m.Y)
	toward := func(x, y float64) {
		dx, dy := x-mx, y-my
		if d := hypot(dx, dy); d > 0 {
			r := max(min(reach-lostByCell, d), 0)
			try(mx+dx/d*r, my+dy/d*r)
			try(mx+dx/d*r/2, my+dy/d*r/2)
		}
	}
	try(hx, hy)
	if at.speed == 0 || best == 0 {
		return chosen
	}
	toward(hx, hy)
	if next != nowhere {
		nx, ny := float64(next.x), float64(next.y)
		try(nx, ny)
		toward(nx, ny)
		// The point of the way to the next cell that is closest to the monster.
		if dx, dy := nx-hx, ny-hy; dx != 0 || dy != 0 {
			t := min(max(((mx-hx)*dx+(my-hy)*dy)/(dx*dx+dy*dy), 0), 1)
			try(hx+t*dx, hy+t*dy)
			toward(hx+t*dx, hy+t*dy)
		}
	}
	if !p.attackers && (next != nowhere || p.prospects == 0) {
		return chosen
	}
	for _, radius := range [...]float64{1, 0.6} {
		for i := range directions {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / directions)
			r := max(reach-lostByCell, 0) * radius
			try(mx+r*cos, my+r*sin)
		}
	}
	return chosen
}

// directions are the ways in which a hero looks for a better cell.
const directions = 12

// lostByCell is how much closer than a hero's reach a point lies whose cell is in reach.
const lostByCell = 0.8

// steps returns the turns of a walk, and a little for each step, so that of two walks of
// the same turns the shorter one is less.
func steps(far, speed float64) float64 {
	if far == 0 {
		return 0
	}
	return math.Ceil(far/speed) + 0.01*far/speed
}
