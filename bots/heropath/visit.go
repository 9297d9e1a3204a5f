package heropath

import (
	"math"

	rules "arbiter/referee/games/heropath"
)

// A visit is a kill of a plan: a monster, the cell to attack it from, and the
// way there from where the last one was killed.
type visit struct {
	id   int32
	cell        // where the way ends
	from cell   // where it begins
	via  []cell // the way, with its end
	toll int64  // what the way cost in fatigue
}

// play goes the way of a visit and kills its monster. It reports whether the turns
// of the game suffice.
func (p *planner) play(v *visit) bool {
	for _, c := range v.via {
		if !p.step(rules.MoveTo(c.x, c.y)) {
			return false
		}
	}
	for a := rules.AttackOn(int(v.id)); p.state.Alive(int(v.id)); {
		if !p.step(a) {
			return false
		}
	}
	return true
}

// standBefore chooses a cell from which to attack the monster, on the way to
// the next cell, if there is one.
func (p *planner) standBefore(m *rules.Monster, next cell) cell {
	s := &p.state
	reach, speed := float64(s.Range), float64(s.Speed)
	mx, my := float64(m.X), float64(m.Y)
	hx, hy := float64(s.X), float64(s.Y)
	best, at := math.Inf(1), cell{s.X, s.Y}
	hits := math.Ceil(float64(m.HP) / float64(s.Power))
	price := float64(p.turns-s.Turn) / (fatigueScale + float64(s.Fatigue))
	try := func(cx, cy float64) {
		c := cell{int64(cx + 0.5), int64(cy + 0.5)}
		dx, dy := c.x-m.X, c.y-m.Y
		if c.x < 0 || c.y < 0 || c.x > s.World.Width || c.y > s.World.Height || dx*dx+dy*dy > s.Range*s.Range {
			return
		}
		walk := hypot(float64(c.x-s.X), float64(c.y-s.Y)) / speed
		cost := math.Ceil(walk) + 0.01*walk
		if next != nowhere {
			walk = hypot(float64(c.x-next.x), float64(c.y-next.y)) / speed
			cost += math.Ceil(walk) + 0.01*walk
		}
		if cost >= best {
			return
		}
		if p.attackers {
			if cost += price * float64(p.threat(c.x, c.y)) * hits; cost >= best {
				return
			}
		}
		best, at = cost, c
	}
	try(hx, hy)
	if s.Speed == 0 {
		return at
	}
	toward := func(x, y float64) {
		dx, dy := x-mx, y-my
		d := hypot(dx, dy)
		if d == 0 {
			return
		}
		r := min(reach-0.8, d)
		try(mx+dx/d*r, my+dy/d*r)
		try(mx+dx/d*r/2, my+dy/d*r/2)
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
	if p.attackers && best > 0 {
		for _, radius := range [...]float64{1, 0.6} {
			for i := range p.circle {
				r := (reach - 0.8) * radius
				try(mx+r*p.circle[i][0], my+r*p.circle[i][1])
			}
		}
	}
	return at
}
