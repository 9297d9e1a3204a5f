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

// weights are what plans of the same world differ in.
type weights struct {
	stronger  float64 // how much more a stronger hero earns; 0 is not at all
	prospects float64 // how much monsters in reach count before they are dead
}

// mostTurns bounds the plan for a test with an absurd number of turns.
const mostTurns = 100_000

func newPlanner(w *rules.World) *planner {
	p := &planner{atlas: newAtlas(w), state: w.Start(), turns: min(w.NumTurns, mostTurns), mostHops: fewHops}
	p.weights = weights{stronger: 1, prospects: 0.5}
	p.future = make([]float64, p.turns+1)
	p.strength = make([]float64, p.turns+1)
	p.guess()
	return p
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
