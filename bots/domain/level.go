package domain

import (
	"arbiter/bots/option"
	rules "arbiter/referee/games/domain"
)

// A level is a Boss for beginners: a short search, and now and then an action
// at random.
type level struct {
	nodes int // looked at for an answer
	slips int // actions in a thousand that are drawn among all legal ones
}

// levels are the levels from 1 on: see BenchmarkLevels.
var levels = [option.Levels]level{
	{10, 800},
	{20, 580},
	{40, 400},
	{80, 190},
	{160, 100},
	{320, 60},
	{640, 35},
	{1500, 13},
	{2600, 6},
	{6000, 0},
}

// Ladder tells how strong the levels are, as BenchmarkLevels measures it.
func Ladder() option.Ladder {
	return option.Ladder{
		Unit:    "Elo above level 1",
		Ratings: [option.Levels]float64{0, 113, 261, 437, 571, 669, 797, 962, 1069, 1207},
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
}

// slip returns an action at random when it is time for one.
func (p *Policy) slip() (rules.Action, bool) {
	if !p.slips.Due() {
		return rules.Action{}, false
	}
	actions := p.state.ActionsWithin(rules.StrictPath, p.search.actions[0][:0])
	return actions[p.slips.Pick(len(actions))], true
}
