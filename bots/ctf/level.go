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
	{60, 250},
	{60, 190},
	{60, 120},
	{60, 78},
	{60, 36},
	{60, 9},
	{93, 0},
	{145, 0},
	{372, 0},
	{2000, 0},
}

// Strengths returns how strong the levels are, as BenchmarkLevels measures it.
func Strengths() option.Strengths {
	return option.Strengths{
		Unit:    "Elo above level 1",
		Ratings: [option.Levels]float64{0, 165, 322, 469, 627, 806, 962, 1101, 1280, 1466},
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

// slip replaces commands by others at random when it is time for that. What a
// power-up costs that was drawn is not there for later ones: they become WAIT.
func (p *Policy) slip(o *rules.Orders) {
	s := &p.belief.State
	credits := s.Credits[0]
	var buffer [rules.MaxChoices]rules.Command
	for id := range s.PerSeat {
		if p.slips.Due() {
			choices := s.Choices(s.Minions[0][id], credits, buffer[:0])
			o.Commands[id] = choices[p.slips.Pick(len(choices))]
		}
		if price := o.Commands[id].Verb.Price(); price > credits {
			o.Commands[id] = rules.Command{}
		} else {
			credits -= price
		}
	}
}
