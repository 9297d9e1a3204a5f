package keeper

import (
	"arbiter/bots/judge"
	rules "arbiter/referee/games/keeper"
	"arbiter/referee/rng"
)

// The kinds of players that confirm what an answer costs, by their numbers.
const (
	tasteful = iota // the judge's own, with more nodes
	careful         // who fear for their health
	bosses          // as the boss weighs
)

// finishNodes is the budget of their searches.
const finishNodes = 2000

// finishUnits is what a play to the end takes, in samples of 16 turns.
const finishUnits = 6

// confirmSeeds is where the draws of finish begin, for each kind: see play.
const confirmSeeds = 1 << 28

// kinds describes them.
func kinds() []judge.Kind {
	return []judge.Kind{
		tasteful: {Name: "players with other weights", Units: finishUnits},
		careful:  {Name: "players who fear for their health", Units: finishUnits},
		bosses:   {Name: "bosses", Units: finishUnits},
	}
}

// finish plays a position to the end by players of a kind.
func (j *Judge) finish(position int, answers [][]string, kind, n int) float64 {
	weigh := varied
	switch kind {
	case careful:
		weigh = func(r *rng.SplitMix64) Parameters {
			p := varied(r)
			p.Hurt, p.Threat, p.Death = 2*p.Hurt, 2*p.Threat, 2*p.Death
			return p
		}
	case bosses:
		weigh = func(*rng.SplitMix64) Parameters { return DefaultParameters() }
	}
	return j.play(position, answers, confirmSeeds*(1+kind)+n, rules.TurnLimit, finishNodes, weigh)
}
