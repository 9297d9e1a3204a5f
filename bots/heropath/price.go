package heropath

import (
	"math"

	rules "arbiter/referee/games/heropath"
)

// A reference is a plan that tells what the rest of a game is worth.
type reference struct {
	future   []float64 // by turn: gold that it still earns, fatigue aside
	strength []float64 // by turn: the logarithm of its hero's strength
	growth   []float64 // by level: the logarithm of a hero's strength
	hitting  float64   // share of its turns that are attacks
}

// prices are what things are worth at a position: see look.
type prices struct {
	rate     float64 // gold per turn of the reference from now on
	expWorth float64 // gold that one experience point brings
}

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
	p.future, p.strength = make([]float64, p.turns+1), make([]float64, p.turns+1)
	for t := range p.future {
		p.future[t] = gold / max(hits, 1) * float64(len(p.future)-1-t)
	}
}

// refer makes a plan the reference, and leaves it played.
func (p *planner) refer(plan []stop) {
	p.begin()
	heroes := []hero{p.hero}
	attacks, left := 0.0, 0.0
	for i := range plan {
		attacks += p.hits(p.hero.level)[plan[i].id]
		left += float64(p.world.Monsters[plan[i].id].Gold)
		p.kill(&plan[i], nowhere)
		heroes = append(heroes, p.hero)
	}
	p.hitting = attacks / max(float64(p.hero.turn-p.root.Turn), 1)
	p.growth = p.growth[:0]
	for i, h := range heroes {
		until := p.turns + 1
		if i < len(plan) {
			until = heroes[i+1].turn
		}
		strength, _ := p.strengthOf(&h)
		for t := h.turn; t < until; t++ {
			p.strength[t], p.future[t] = strength, left
		}
		if i < len(plan) {
			left -= float64(p.world.Monsters[plan[i].id].Gold)
		}
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
func (p *planner) strengthOf(h *hero) (strength, perExp float64) {
	low, high := p.growthOf(h.level), p.growthOf(h.level+1)
	perExp = (high - low) / float64(rules.LevelCost(h.level+1))
	return high - float64(h.nextLevel-h.exp)*perExp, perExp
}

// futureOf returns the gold that a hero still earns, fatigue aside, and what the next point
// of experience adds to it.
func (p *planner) futureOf(h *hero) (future, perExp float64) {
	strength, perExp := p.strengthOf(h)
	future = p.future[h.turn] * math.Exp(p.stronger*(strength-p.strength[h.turn]))
	return future, future * p.stronger * perExp
}

// look sets the prices at the position.
func (p *planner) look() {
	h := &p.hero
	p.rate = p.future[h.turn] / max(float64(p.turns-h.turn), 1)
	_, p.expWorth = p.futureOf(h)
}

// evaluate estimates the gold at the end of a game that goes on from the position after a
// kill.
func (p *planner) evaluate(killed int32) float64 {
	future, _ := p.futureOf(&p.hero)
	return float64(p.hero.gold) + toll(p.hero.fatigue)*(future+p.prospect(p.hero.cell, killed))
}

// toll returns what fatigue leaves of a piece of gold.
func toll(fatigue int64) float64 { return fatigueScale / (fatigueScale + float64(fatigue)) }

// fatigueScale is the 1000 of 1000/(1000+fatigue).
const fatigueScale = 1000

// fatiguePrice returns the turns that a point of fatigue costs: it takes 1/(1000+fatigue) of
// all gold to come, which is as many turns' gold as that part of the turns left.
func (p *planner) fatiguePrice() float64 {
	return float64(p.turns-p.hero.turn) / (fatigueScale + float64(p.hero.fatigue))
}

// prospect returns the gold that monsters in reach of a cell promise beyond what the
// reference earns in the time that it takes to kill them: those that are close to one.
func (p *planner) prospect(c cell, id int32) float64 {
	if p.prospects == 0 {
		return 0
	}
	hits, left, reach2 := p.hits(p.hero.level), float64(p.turns-p.hero.turn), p.level(p.hero.level).reach2
	sum := 0.0
	for _, id := range p.closeTo(id) {
		if m := &p.world.Monsters[id]; between2(p.cellOf(id), c) <= reach2 && !p.dead.has(id) && hits[id] <= left {
			sum += max(float64(m.Gold)+p.expWorth*float64(m.Exp)-p.rate*hits[id], 0)
		}
	}
	return p.prospects * sum
}

// mostProspect is the most turns that the prospect of a cell may be worth.
const mostProspect = 10

// prospectTurns returns the prospect of a cell in turns of the reference.
func (p *planner) prospectTurns(c cell, id int32) float64 {
	return min(p.prospect(c, id)/max(p.rate, 1e-9), mostProspect)
}
