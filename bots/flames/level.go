package flames

import (
	"arbiter/bots/option"
	rules "arbiter/referee/games/flames"
)

// A level is a Boss for beginners: a short search, and now and then an action
// at random.
type level struct {
	nodes  int // in every search
	cycles int // that lines go through: see horizon
	slips  int // actions in a thousand that are drawn among those that do not kill at once
}

// levels are the levels from 1 on. Their scores go up in about equal steps:
// see BenchmarkLevels.
var levels = [option.Levels]level{
	{225, 2, 14},
	{275, 2, 12},
	{333, 2, 10},
	{415, 2, 8},
	{468, 2, 8},
	{560, 2, 10},
	{670, 2, 7},
	{980, 2, 6},
	{1500, 2, 3},
	{5000, 3, 0},
}

// Strengths returns how strong the levels are, as BenchmarkLevels measures it.
func Strengths() option.Strengths {
	return option.Strengths{
		Unit:    "mean HP",
		Ratings: [option.Levels]float64{5.2, 7.7, 11.9, 15.0, 17.6, 20.6, 23.6, 27.2, 29.8, 33.3},
	}
}

// SetLevel makes the policy play at a level from 1 to option.Levels. seed
// decides its slips.
func (p *Policy) SetLevel(n int, seed int64) {
	l := levels[n-1]
	p.slips = option.NewSlips(l.slips, n, seed)
	p.cycles = l.cycles
	if p.nodes == 0 {
		p.nodes = l.nodes
	}
}

// slip returns an action at random when it is time for one. PASS never kills
// while HP are left for it, so there is one nearly always.
func (p *Policy) slip() (rules.Action, bool) {
	if !p.slips.Due() {
		return 0, false
	}
	var alive rules.Actions
	for action := range p.state.Valid(&p.test).All() {
		next := p.state
		if !next.Act(&p.test, action, nil).Dead() {
			alive |= 1 << action
		}
	}
	if alive == 0 {
		return 0, false
	}
	return alive.At(p.slips.Pick(alive.Len())), true
}
