package ctf

import (
	"arbiter/bots/option"
	rules "arbiter/referee/games/ctf"
)

// A level is a Boss for beginners: a short search, and now and then commands
// at random.
type level struct {
	nodes int // of an answer
	slips int // commands in a thousand that are drawn among all that have an effect
}

// levels are the levels from 1 on, about evenly spaced: see BenchmarkLevels.
var levels = [option.Levels]level{
	{60, 163},
	{60, 115},
	{60, 78},
	{60, 51},
	{60, 28},
	{60, 12},
	{60, 0},
	{170, 0},
	{390, 0},
	{2000, 0},
}

// Ladder tells how strong the levels are, as BenchmarkLevels measures it.
func Ladder() option.Ladder {
	return option.Ladder{
		Unit:    "Elo above level 1",
		Ratings: [option.Levels]float64{0, 147, 271, 407, 571, 718, 845, 958, 1073, 1189},
	}
}

// SetLevel makes the policy of Boss play at a level from 1 to option.Levels. seed
// decides its slips.
func (p *Policy) SetLevel(n int, seed int64) {
	l := levels[n-1]
	p.slips = option.NewSlips(l.slips, n, seed)
	if x, ok := p.choose.(*search); ok && x.most == 0 {
		x.most = l.nodes
	}
}

// slip replaces commands by others at random when it is time for that.
func (p *Policy) slip(o *rules.Orders) {
	s := &p.belief.State
	credits := s.Credits[0]
	var buffer [rules.MaxChoices]rules.Command
	for id := range s.PerSeat {
		if p.slips.Due() {
			choices := s.Choices(s.Minions[0][id], credits, buffer[:0])
			o.Commands[id] = choices[p.slips.Pick(len(choices))]
		}
		credits = max(0, credits-o.Commands[id].Verb.Price())
	}
}
