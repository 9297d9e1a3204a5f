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
	{290, 2, 14},
	{360, 2, 12},
	{450, 2, 10},
	{590, 2, 8},
	{660, 2, 8},
	{700, 2, 10},
	{1000, 2, 7},
	{1300, 2, 6},
	{1900, 2, 3},
	{5000, 3, 0},
}

// Ladder tells how strong the levels are, as BenchmarkLevels measures it.
func Ladder() option.Ladder {
	return option.Ladder{
		Unit:    "mean HP",
		Ratings: [option.Levels]float64{4.9, 8.1, 11.4, 14.1, 16.7, 20.1, 22.7, 26.6, 29.4, 32.7},
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
