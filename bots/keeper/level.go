package keeper

import (
	"arbiter/bots/option"
	rules "arbiter/referee/games/keeper"
)

// A level is a Boss for beginners: a short search, and now and then an action
// at random.
type level struct {
	nodes   int // tried for an answer
	horizon int // turns that are played ahead
	slips   int // actions in a thousand that are drawn among all valid ones
}

// levels are the levels from 1 on. Their scores go up in about equal steps:
// see BenchmarkLevels.
var levels = [option.Levels]level{
	{20, 1, 800},
	{150, 4, 300},
	{220, 5, 245},
	{300, 6, 195},
	{350, 6, 157},
	{500, 7, 128},
	{600, 7, 96},
	{750, 8, 52},
	{1100, 9, 22},
	{2000, horizon, 0},
}

// Strengths returns how strong the levels are, as BenchmarkLevels measures it.
func Strengths() option.Strengths {
	return option.Strengths{
		Unit:    "mean score",
		Ratings: [option.Levels]float64{-943, 594, 1566, 3382, 4668, 5876, 7199, 8752, 9746, 10388},
	}
}

// SetLevel makes the policy play at a level from 1 to option.Levels. seed
// decides its slips.
func (p *Policy) SetLevel(n int, seed int64) {
	l := levels[n-1]
	p.slips = option.NewSlips(l.slips, n, seed)
	if p.nodes == 0 {
		p.nodes = l.nodes
	}
	p.beam.horizon = l.horizon
}

// slip returns an action at random when it is time for one.
func (p *Policy) slip() (rules.Action, bool) {
	if !p.slips.Due() {
		return rules.Action{}, false
	}
	actions := p.known.State.Actions(nil)
	return actions[p.slips.Pick(len(actions))], true
}
