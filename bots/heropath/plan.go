package heropath

import (
	rules "arbiter/referee/games/heropath"
)

// A planner plays a game as a list of monsters to kill, one after the other.
// The rest of the game is judged by a reference: another plan of the same
// world, at first a simple guess, then the best plan found.
type planner struct {
	*atlas
	weights
	path
	far  far
	safe safe
	wealth
	places []cell      // by turn: where the reference is
	root   rules.State // where the plan begins
	state  rules.State
	turns  int64          // the turns that are planned
	epoch  int64          // counts what changed the monsters otherwise than by moves
	moves  []rules.Action // of the kills since it was last emptied

	future   []float64 // by turn: gold that the reference still earns, fatigue aside
	strength []float64 // by turn: the logarithm of the reference's strength
	growth   []float64 // by level: the logarithm of the hero's strength
	hitting  float64   // share of the reference's turns that are attacks

	mostHops  int  // that the search of a path looks at
	desperate bool // whether a walk may cost most of the gold to come

	// Prices at the state, set by look.
	rate         float64 // gold per turn of the reference from now on
	expWorth     float64 // gold that one experience point brings
	fatiguePrice float64 // turns that one point of fatigue costs
	nearby       []int32
	choice       []target // of killBest
}

// weights are what plans of the same world differ in.
type weights struct {
	stronger  float64 // how much more a stronger hero earns; 0 is not at all
	prospects float64 // how much monsters in reach count before they are dead
	richer    float64 // how much more is earned where the world is richer
}

// mostTurns bounds the plan for a test with an absurd number of turns.
const mostTurns = 100_000

func newPlanner(root *rules.State, parameters Parameters) *planner {
	w := root.World
	p := &planner{atlas: newAtlas(root), turns: min(w.NumTurns, mostTurns), mostHops: fewHops}
	p.weights = weights{stronger: float64(parameters.Stronger) / 100, prospects: float64(parameters.Prospects) / 100}
	p.choice = make([]target, 0, tried)
	p.root.CopyFrom(root)
	p.begin()
	p.makeSafe()
	p.future = make([]float64, p.turns+1)
	p.strength = make([]float64, p.turns+1)
	p.wealth.reference = make([]float64, p.turns+1)
	p.wealth.speed = make([]float64, p.turns+1)
	p.places = make([]cell, p.turns+1)
	p.guess()
	return p
}

// begin goes back to where the plan begins.
func (p *planner) begin() {
	p.state.CopyFrom(&p.root)
	p.epoch++
	p.moves = p.moves[:0]
}

// settle fills in where the visits of a plan are made from, and what the ways
// there cost. It leaves the plan played.
func (p *planner) settle(plan []visit) {
	p.begin()
	for i := range plan {
		v := &plan[i]
		v.from = cell{p.state.X, p.state.Y}
		v.cell = v.from
		if len(v.via) > 0 {
			v.cell = v.via[len(v.via)-1]
		}
		v.toll = p.fatigueOf(v.via)
		if !p.play(v) {
			return
		}
	}
}

// visits returns the plan that moves from the root come to.
func (p *planner) visits(moves []rules.Action) (plan []visit) {
	var s rules.State
	s.CopyFrom(&p.root)
	var way []cell
	for _, a := range moves {
		kills := s.Kills
		s.Step(a)
		if a.Type == rules.Move {
			way = append(way, cell{s.X, s.Y})
		}
		if s.Kills > kills {
			plan = append(plan, visit{id: int32(a.TargetID), via: way})
			way = nil
		}
	}
	return plan
}
