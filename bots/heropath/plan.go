package heropath

import (
	"math"

	rules "arbiter/referee/games/heropath"
)

// A planner plays a game as a list of monsters to kill, one after the other.
// The rest of the game is judged by a reference: another plan of the same
// world, at first a simple guess, then the best plan found.
type planner struct {
	*atlas
	taste
	path
	state rules.State
	turns int64          // the turns that are planned
	moves []rules.Action // of the kills since it was last emptied

	future   []float64 // by turn: gold that the reference still earns, fatigue aside
	strength []float64 // by turn: the logarithm of the reference's strength
	growth   []float64 // by level: the logarithm of the hero's strength
	hitting  float64   // share of the reference's turns that are attacks

	mostHops int // that the search of a path looks at

	// Prices at the state, set by look.
	rate         float64 // gold per turn of the reference from now on
	expWorth     float64 // gold that one experience point brings
	fatiguePrice float64 // turns that one point of fatigue costs
	nearby       []int32
}

// A taste is what plans of the same world differ in.
type taste struct {
	stronger  float64 // how much more a stronger hero earns; 0 is not at all
	prospects float64 // how much monsters in reach count before they are dead
}

// mostTurns bounds the plan for a test with an absurd number of turns.
const mostTurns = 100_000

func newPlanner(w *rules.World) *planner {
	p := &planner{atlas: newAtlas(w), state: w.Start(), turns: min(w.NumTurns, mostTurns), mostHops: fewHops}
	p.taste = taste{stronger: 1, prospects: 0.5}
	p.future = make([]float64, p.turns+1)
	p.strength = make([]float64, p.turns+1)
	p.guess()
	return p
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
	for t := range p.future {
		p.future[t] = gold / max(hits, 1) * float64(len(p.future)-1-t)
	}
}

func (p *planner) growthOf(l int64) float64 {
	for int64(len(p.growth)) <= l {
		at := p.level(int64(len(p.growth)))
		p.growth = append(p.growth, p.hitting*math.Log(max(at.power, 1))+(1-p.hitting)*math.Log(max(at.speed+at.reach, 1)))
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

// toll returns what fatigue leaves of a piece of gold.
func toll(fatigue int64) float64 { return fatigueScale / (fatigueScale + float64(fatigue)) }

// fatigueScale is the 1000 of 1000/(1000+fatigue).
const fatigueScale = 1000

// look sets the prices at the state.
func (p *planner) look() {
	h := &p.state.Hero
	left := float64(p.turns - h.Turn)
	strength, perExp := p.strengthOf(h)
	future := p.future[h.Turn] * math.Exp(p.stronger*(strength-p.strength[h.Turn]))
	p.rate = p.future[h.Turn] / max(left, 1)
	p.expWorth = future * p.stronger * perExp
	p.fatiguePrice = left / (fatigueScale + float64(h.Fatigue))
}

// worth estimates the gold at the end of a game that goes on from the state.
func (p *planner) worth() float64 {
	h := &p.state.Hero
	strength, _ := p.strengthOf(h)
	future := p.future[h.Turn] * math.Exp(p.stronger*(strength-p.strength[h.Turn]))
	return float64(h.Gold) + toll(h.Fatigue)*(future+p.prospect(h.X, h.Y))
}

// prospect returns the gold that the monsters in reach of a cell promise
// beyond what the reference earns in the time that it takes to kill them.
func (p *planner) prospect(x, y int64) float64 {
	if p.prospects == 0 {
		return 0
	}
	s := &p.state
	reach2 := s.Range * s.Range
	hits := p.hits(s.Level)
	p.nearby = p.near(p.nearby[:0], x, y, s.Range)
	sum := 0.0
	for _, id := range p.nearby {
		m := &p.world.Monsters[id]
		dx, dy := m.X-x, m.Y-y
		if dx*dx+dy*dy <= reach2 && s.Alive(int(id)) {
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

// A target is a monster to kill next, with what it brings per turn.
type target struct {
	id   int
	rate float64
}

// targets fills best with the living monsters that promise most gold per turn,
// the best first, and returns how many there are.
func (p *planner) targets(best []target) []target {
	s := &p.state
	speed, reach, hits := max(float64(s.Speed), 1e-9), float64(s.Range), p.hits(s.Level)
	left := float64(p.turns - s.Turn)
	limit := cap(best)
	best = best[:0]
	for id := range p.world.Monsters {
		m := &p.world.Monsters[id]
		worth := float64(m.Gold) + p.expWorth*float64(m.Exp)
		turns := hits[id]
		if len(best) == limit && worth < best[limit-1].rate*turns || !s.Alive(id) {
			continue
		}
		dx, dy := float64(m.X-s.X), float64(m.Y-s.Y)
		if d := dx*dx + dy*dy; d > reach*reach {
			turns += math.Ceil((math.Sqrt(d) - reach) / speed)
		}
		if turns > left {
			continue
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
	return best
}

// leastThreat returns the least threat on the hero's cell and four others
// from where he can attack the monster.
func (p *planner) leastThreat(m *rules.Monster) int64 {
	s := &p.state
	dx, dy := float64(s.X-m.X), float64(s.Y-m.Y)
	distance := math.Hypot(dx, dy)
	least := int64(math.MaxInt64)
	if distance <= float64(s.Range) {
		least = s.Threat(s.X, s.Y)
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
			least = min(least, s.Threat(cx, cy))
		}
	}
	return least
}

// follow plays the plan that kills the monsters in order, and makes it the
// reference.
func (p *planner) follow(order []int32) {
	p.state = p.world.Start()
	p.moves = p.moves[:0]
	for _, id := range order {
		p.look()
		p.killAnyway(int(id))
	}
	p.refer()
}

// refer makes the moves that were played from the start the reference.
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
	s := p.world.Start()
	var raw float64
	for _, a := range p.moves {
		p.strength[s.Turn], _ = p.strengthOf(&s.Hero)
		p.future[s.Turn] = raw
		kills := s.Kills
		s.Step(a)
		if s.Kills > kills {
			raw += float64(p.world.Monsters[a.TargetID].Gold)
		}
	}
	for t := range p.future {
		if t >= len(p.moves) {
			p.strength[t], _ = p.strengthOf(&s.Hero)
			p.future[t] = raw
		}
		p.future[t] = raw - p.future[t]
	}
}
