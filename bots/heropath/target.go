package heropath

import (
	"math"
	"slices"

	rules "arbiter/referee/games/heropath"
)

// A target is a monster to kill next, with what it brings per turn.
type target struct {
	id   int
	rate float64
}

// afar is how many of the targets are chosen for the part of the world that
// they are in, when that counts.
const afar = 2

// targets fills best to its capacity with the living monsters that promise
// most gold per turn, the best first. What they take counts walking, attacking
// and, at its price in turns, fatigue.
func (p *planner) targets(best []target) []target {
	s := &p.state
	speed, reach, hits := max(float64(s.Speed), 1e-9), float64(s.Range), p.hits(s.Level)
	left := float64(p.turns - s.Turn)
	limit := cap(best)
	best = best[:0]
	here := 0.0
	rich := p.future[s.Turn]
	if p.richer > 0 {
		here = p.wealth.at(s.Turn, s.X, s.Y)
		limit -= afar
	}
	var distant [afar]target
	for id := range p.world.Monsters {
		m := &p.world.Monsters[id]
		worth := float64(m.Gold) + p.expWorth*float64(m.Exp)
		turns := hits[id]
		if p.richer == 0 && len(best) == limit && worth < best[limit-1].rate*turns || !s.Alive(id) {
			continue
		}
		dx, dy := float64(m.X-s.X), float64(m.Y-s.Y)
		if d := dx*dx + dy*dy; d > reach*reach {
			turns += math.Ceil((math.Sqrt(d) - reach) / speed)
		}
		if turns > left {
			continue
		}
		if p.richer > 0 {
			if there := p.wealth.at(s.Turn, m.X, m.Y); there > here+0.01 {
				rate := (worth + rich*(math.Exp(there-here)-1)) / turns
				for i := range distant {
					if rate > distant[i].rate {
						copy(distant[i+1:], distant[i:])
						distant[i] = target{id, rate}
						break
					}
				}
			}
		}
		if p.attackers && (len(best) < limit || worth > best[limit-1].rate*turns) {
			turns += p.fatiguePrice * float64(p.leastThreat(m)) * hits[id]
		}
		rate := worth / turns
		if len(best) == limit {
			if rate <= best[limit-1].rate {
				continue
			}
			best = best[:limit-1]
		}
		i := len(best)
		best = append(best, target{})
		for ; i > 0 && best[i-1].rate < rate; i-- {
			best[i] = best[i-1]
		}
		best[i] = target{id, rate}
	}
	for _, t := range distant {
		if t.rate > 0 && !slices.ContainsFunc(best, func(b target) bool { return b.id == t.id }) {
			best = append(best, t)
		}
	}
	return best
}

// leastThreat returns the least threat on the hero's cell and four others
// from where he can attack the monster.
func (p *planner) leastThreat(m *rules.Monster) int64 {
	s := &p.state
	dx, dy := float64(s.X-m.X), float64(s.Y-m.Y)
	distance := hypot(dx, dy)
	least := int64(math.MaxInt64)
	if distance <= float64(s.Range) {
		least = p.threat(s.X, s.Y)
	}
	if distance == 0 {
		return least
	}
	dx, dy = dx*float64(s.Range)/distance, dy*float64(s.Range)/distance
	for _, c := range [...][2]float64{{1, 0}, {0.5, 0.86}, {0.5, -0.86}, {-1, 0}} {
		if least == 0 {
			break
		}
		cx, cy := m.X+int64(dx*c[0]-dy*c[1]), m.Y+int64(dx*c[1]+dy*c[0])
		if cx >= 0 && cy >= 0 && cx <= s.World.Width && cy <= s.World.Height {
			least = min(least, p.threat(cx, cy))
		}
	}
	return least
}
