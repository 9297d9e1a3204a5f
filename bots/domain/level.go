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
	{19, 586},
	{41, 386},
	{81, 192},
	{176, 96},
	{405, 50},
	{820, 26},
	{1680, 11},
	{3200, 4},
	{6000, 0},
}

// Strengths returns how strong the levels are, as BenchmarkLevels measures it.
func Strengths() option.Strengths {
	return option.Strengths{
		Unit:    "Elo above level 1",
		Ratings: [option.Levels]float64{0, 145, 291, 442, 571, 706, 836, 953, 1095, 1224},
	}
}

// matchTurns is how many turns a player has in a long match.
const matchTurns = 32

// SetLevel makes the policy play at a level from 1 to option.Levels. seed
// decides its slips.
func (p *Policy) SetLevel(n int, seed int64) {
	l := levels[n-1]
	p.slips = option.NewSlips(l.slips, n, seed)
	if p.nodes == 0 {
		p.nodes = l.nodes
		p.search.table = newTable(matchTurns * l.nodes)
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
