package heropath

import (
	"math"

	rules "arbiter/referee/games/heropath"
)

// A target is a monster to kill next, with what it brings per turn.
type target struct {
	id   int32
	rate float64
}

// targets fills best to its capacity with the living monsters that promise
// most gold per turn, the best first. What they take counts walking, attacking
// and, at its price in turns, fatigue.
func (p *planner) targets(best []target) []target {
	h, at, hits := &p.hero, p.level(p.hero.level), p.hits(p.hero.level)
	speed, reach := max(float64(at.speed), 1e-9), float64(at.reach)
	price, left := p.fatiguePrice(), float64(p.turns-h.turn)
	limit := cap(best)
	best = best[:0]
	for i := range p.world.Monsters {
		id, m := int32(i), &p.world.Monsters[i]
		worth, turns := float64(m.Gold)+p.expWorth*float64(m.Exp), hits[i]
		if len(best) == limit && worth < best[limit-1].rate*turns || p.dead.has(id) {
			continue
		}
		if d2 := between2(h.cell, cell{m.X, m.Y}); d2 > at.reach2 {
			turns += math.Ceil((math.Sqrt(float64(d2)) - reach) / speed)
		}
		if turns > left {
			continue
		}
		if p.attackers && (len(best) < limit || worth > best[limit-1].rate*turns) {
			turns += price * float64(p.leastThreat(m)) * hits[i]
		}
		rate := worth / turns
		if len(best) == limit {
			if rate <= best[limit-1].rate {
				continue
			}
			best = best[:limit-1]
		}
		k := len(best)
		best = append(best, target{})
		for ; k > 0 && best[k-1].rate < rate; k-- {
			best[k] = best[k-1]
		}
		best[k] = target{id, rate}
	}
	return best
}

// leastThreat returns the least threat on the hero's cell and four others
// from where he can attack the monster.
func (p *planner) leastThreat(m *rules.Monster) int64 {
	h, reach := &p.hero, float64(p.level(p.hero.level).reach)
	dx, dy := float64(h.x-m.X), float64(h.y-m.Y)
	distance := hypot(dx, dy)
	least := int64(math.MaxInt64)
	if distance <= reach {
		least = h.threat
	}
	if distance == 0 {
		return least
	}
	dx, dy = dx*reach/distance, dy*reach/distance
	for _, c := range [...][2]float64{{1, 0}, {0.5, 0.86}, {0.5, -0.86}, {-1, 0}} {
		if least == 0 {
			break
		}
		c := cell{m.X + int64(dx*c[0]-dy*c[1]), m.Y + int64(dx*c[1]+dy*c[0])}
		if p.inside(c) {
			least = min(least, p.threat(c))
		}
	}
	return least
}

// try kills each of the targets and takes it back, and calls then after each kill. It
// reports whether there was one.
func (p *planner) try(targets []target, then func(s stop)) (any bool) {
	before := p.hero
	for _, t := range targets {
		if s := (stop{id: t.id, cell: nowhere}); p.kill(&s, nowhere) {
			any = true
			then(s)
			p.hero = before
			p.dead.remove(t.id)
		}
	}
	return any
}
