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

// levels are the levels from 1 on, each stronger than the one below: see
// BenchmarkLevels.
var levels = [option.Levels]level{
	{60, 850},
	{60, 580},
	{80, 510},
	{100, 430},
	{150, 365},
	{300, 240},
	{700, 120},
	{1000, 55},
	{1400, 25},
	{2000, 0},
}

// Ladder tells how strong the levels are, as BenchmarkLevels measures it.
func Ladder() option.Ladder {
	return option.Ladder{
		Unit:    "Elo above level 1",
		Ratings: [option.Levels]float64{0, 210, 420, 802, 1012, 1159, 1422, 1632, 1873, 2322},
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
