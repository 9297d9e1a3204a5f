package keeper

import (
	"slices"

	rules "arbiter/referee/games/keeper"
)

// What the search for the ceiling tries.
const (
	ceilingTurns = 20  // that are played ahead
	ceilingPlays = 5   // of them that are played before it searches again
	ceilingLines = 250 // positions that are kept of a turn
	ceilingSeeds = 20  // that BenchmarkStrength plays: each takes seconds
)

// A foreseen position is one of the search for the ceiling, and how it was reached.
type foreseen struct {
	state rules.State
	taken [ceilingPlays]rules.Action
	rank  int
}

// ceiling plays a seed as no hero can: it sees the whole maze and the order in
// which the monsters will act. It plays once straight to the exit and once for
// all that lies on the way; the better one is a lower bound of what can be reached.
func ceiling(seed int64) rules.State {
	straight, astray := DefaultParameters(), DefaultParameters()
	astray.Turn, astray.Hurt, astray.Follow, astray.Reserve = 5, 10, 5, 25
	a, b := foreseenMatch(seed, straight), foreseenMatch(seed, astray)
	if a.Hero.Score > b.Hero.Score {
		return a
	}
	return b
}

// foreseenMatch plays a seed with everything known.
func foreseenMatch(seed int64, parameters Parameters) rules.State {
	s := rules.Deal(seed)
	start := s.Hero.Cell
	p := plan{Parameters: parameters}
	for !s.Over() {
		known := &rules.Knowledge{State: s, Known: rules.Square(0, rules.Width)}
		p.make(known, start)
		s = p.foresee(known)
	}
	return s
}

// foresee returns the position a few turns on along the best line.
func (p *plan) foresee(known *rules.Knowledge) rules.State {
	s := known.State
	var reached positions
	lines, best := []foreseen{{state: s}}, foreseen{rank: nowhere}
	var r routes
	r.begin(known)
	var buffer [rules.MaxActions]rules.Action
	for turn := range ceilingTurns {
		var next []foreseen
		reached.clear()
		for i := range lines {
			for _, action := range lines[i].state.Effective(buffer[:0]) {
				to := lines[i]
				if turn < ceilingPlays {
					to.taken[turn] = action
				}
				to.state.Step(action, nil)
				to.rank = p.evaluate(&to.state, &r)
				switch {
				case to.state.Over():
					if to.rank += p.Turn * (ceilingTurns - turn); to.rank > best.rank {
						best = to
					}
				case reached.add(keyOf(&to.state)):
					next = append(next, to)
				}
			}
		}
		slices.SortStableFunc(next, func(a, b foreseen) int { return b.rank - a.rank })
		lines = next[:min(len(next), ceilingLines)]
	}
	if len(lines) > 0 && lines[0].rank > best.rank {
		best = lines[0]
	}
	for _, action := range best.taken {
		if !s.Over() {
			s.Step(action, nil)
		}
	}
	return s
}
