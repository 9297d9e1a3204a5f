package heropath

import (
	"math"

	rules "arbiter/referee/games/heropath"
)

// guess makes a reference without a plan: the hero kills the average monster
// every few turns and gets no stronger.
func (p *planner) guess() {
	p.hitting = 0.7
	first := p.hits(0)
	var gold, hits float64
	for i := range p.world.Monsters {
		if first[i] < float64(p.turns) {
			gold += float64(p.world.Monsters[i].Gold)
			hits += first[i]
		}
	}
	for t := range p.future {
		p.future[t] = gold / max(hits, 1) * float64(len(p.future)-1-t)
	}
}

// growthOf returns the logarithm of the strength at a level: power makes
// attacking faster, speed and range make walking faster.
func (p *planner) growthOf(l int64) float64 {
	for int64(len(p.growth)) <= l {
		at := p.level(int64(len(p.growth)))
		p.growth = append(p.growth, p.hitting*math.Log(float64(max(at.power, 1)))+(1-p.hitting)*math.Log(float64(max(at.speed+at.reach, 1))))
	}
	return p.growth[l]
}

// strengthOf returns the logarithm of the hero's strength, and what the next
// point of experience adds to it.
func (p *planner) strengthOf(h *rules.Hero) (strength, perExp float64) {
	low, high := p.growthOf(h.Level), p.growthOf(h.Level+1)
	cost := float64(rules.LevelCost(h.Level + 1))
	perExp = (high - low) / cost
	return high - float64(h.NextLevel-h.Exp)*perExp, perExp
}

// refer makes the moves that were played from the root the reference.
func (p *planner) refer() {
	attacks := 0
	for _, a := range p.moves {
		if a.Type == rules.Attack {
			attacks++
		}
	}
	if len(p.moves) > 0 {
		p.hitting = float64(attacks) / float64(len(p.moves))
		p.growth = p.growth[:0]
	}
	p.survey((p.root.Level + p.state.Level) / 2)
	var s rules.State
	s.CopyFrom(&p.root)
	var raw float64
	note := func() {
		p.strength[s.Turn], _ = p.strengthOf(&s.Hero)
		p.future[s.Turn] = raw
		p.wealth.speed[s.Turn] = max(float64(s.Speed), 1)
		p.places[s.Turn] = cell{s.X, s.Y}
	}
	for _, a := range p.moves {
		note()
		kills := s.Kills
		s.Step(a)
		if s.Kills > kills {
			raw += float64(p.world.Monsters[a.TargetID].Gold)
		}
	}
	for ; s.Turn <= p.turns; s.Turn++ {
		note()
	}
	for t := range p.future {
		p.future[t] = raw - p.future[t]
	}
}
