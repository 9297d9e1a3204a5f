package keeper

import (
	"math/rand/v2"

	"arbiter/bots/option"
	rules "arbiter/referee/games/keeper"
)

// A level is a Boss for beginners: a short search, and now and then an action
// at random.
type level struct {
	nodes   int // tried for an answer
	horizon int // turns that are played ahead
	random  int // actions in a thousand that are drawn among all valid ones
}

// levels are the levels from 1 on. Their scores go up in about equal steps:
// see BenchmarkLevels.
var levels = [option.Levels]level{
	{20, 1, 800},
	{150, 4, 270},
	{220, 5, 182},
	{300, 6, 165},
	{350, 6, 148},
	{500, 7, 104},
	{600, 7, 90},
	{750, 8, 67},
	{1100, 9, 38},
	{2000, horizon, 0},
}

// SetLevel makes the policy play at a level from 1 to option.Levels. seed
// decides which actions are drawn at random.
func (p *Policy) SetLevel(n int, seed int64) {
	p.level = levels[n-1]
	p.draw = *rand.NewPCG(uint64(seed), uint64(n))
	if p.nodes == 0 {
		p.nodes = p.level.nodes
	}
	p.beam.horizon = p.level.horizon
}

// slip returns an action at random when it is time for one.
func (p *Policy) slip() (rules.Action, bool) {
	if p.level.random == 0 {
		return rules.Action{}, false
	}
	r := rand.New(&p.draw)
	if r.IntN(1000) >= p.level.random {
		return rules.Action{}, false
	}
	actions := p.known.State.Actions(nil)
	return actions[r.IntN(len(actions))], true
}
