package heropath

import "math"

// toll returns what fatigue leaves of a piece of gold.
func toll(fatigue int64) float64 { return fatigueScale / (fatigueScale + float64(fatigue)) }

// fatigueScale is the 1000 of 1000/(1000+fatigue).
const fatigueScale = 1000

// look sets the prices at the state. A point of fatigue takes 1/(1000+fatigue)
// of all gold to come, which is as many turns' gold as that part of the turns
// left.
func (p *planner) look() {
	h := &p.state.Hero
	left := float64(p.turns - h.Turn)
	strength, perExp := p.strengthOf(h)
	future := p.future[h.Turn] * math.Exp(p.stronger*(strength-p.strength[h.Turn]))
	p.rate = p.future[h.Turn] / max(left, 1)
	p.expWorth = future * p.stronger * perExp
	p.fatiguePrice = left / (fatigueScale + float64(h.Fatigue))
}

// evaluate estimates the gold at the end of a game that goes on from the state.
func (p *planner) evaluate() float64 {
	h := &p.state.Hero
	strength, _ := p.strengthOf(h)
	future := p.future[h.Turn] * math.Exp(p.stronger*(strength-p.strength[h.Turn]))
	if p.richer > 0 {
		future *= math.Exp((p.wealth.at(h.Turn, h.X, h.Y) - p.wealth.reference[h.Turn]))
	}
	return float64(h.Gold) + toll(h.Fatigue)*(future+p.prospect(h.X, h.Y))
}

// prospect returns the gold that the monsters in reach of a cell promise
// beyond what the reference earns in the time that it takes to kill them.
func (p *planner) prospect(x, y int64) float64 {
	if p.prospects == 0 {
		return 0
	}
	s := &p.state
	reach2, left := s.Range*s.Range, float64(p.turns-s.Turn)
	hits := p.hits(s.Level)
	p.nearby = p.near(p.nearby[:0], x, y, s.Range)
	sum := 0.0
	for _, id := range p.nearby {
		m := &p.world.Monsters[id]
		dx, dy := m.X-x, m.Y-y
		if dx*dx+dy*dy <= reach2 && s.Alive(int(id)) && hits[id] <= left {
			sum += max(float64(m.Gold)+p.expWorth*float64(m.Exp)-p.rate*hits[id], 0)
		}
	}
	return p.prospects * sum
}

// mostProspect is the most turns that the prospect of a cell may be worth.
const mostProspect = 10

// prospectTurns returns the prospect of a cell in turns of the reference.
func (p *planner) prospectTurns(x, y int64) float64 {
	return min(p.prospect(x, y)/max(p.rate, 1e-9), mostProspect)
}
