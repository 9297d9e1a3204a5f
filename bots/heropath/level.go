package heropath

import (
	"arbiter/bots/option"
	rules "arbiter/referee/games/heropath"
	"arbiter/referee/rng"
)

// A level is a Boss for beginners: a greedy plan with slips or, without slips,
// a short search.
type level struct {
	slips int   // kills in a thousand that are of any monster, wherever it is
	nodes int64 // of the budget
}

// levels are the levels from 1 on. Their scores go up in about equal steps:
// see BenchmarkLevels.
var levels = [option.Levels]level{
	{slips: 1000},
	{slips: 815},
	{slips: 635},
	{slips: 460},
	{slips: 305},
	{slips: 170},
	{slips: 80},
	{slips: 15},
	{nodes: 400},
	{nodes: 4000},
}

// Strengths returns how strong the levels are, as BenchmarkLevels measures it.
func Strengths() option.Strengths {
	return option.Strengths{
		Unit:    "% of the gold that 1,000 nodes find",
		Ratings: [option.Levels]float64{23, 30, 37, 46, 56, 65, 76, 87, 97, 106},
	}
}

// plan plans a game at the level. seed decides the slips.
func (l level) plan(w *rules.World, seed int64, parameters Parameters) []rules.Action {
	start := w.Start()
	if l.slips == 0 {
		return Plan(&start, Budget{Nodes: l.nodes}, seed, parameters)
	}
	p := newPlanner(&start, parameters)
	r := rng.NewSplitMix64(uint64(seed))
	for failed := 0; ; {
		if n := len(w.Monsters); n > 0 && failed < patience && r.Below(1000) < l.slips {
			id, played := r.Below(n), len(p.moves)
			before := p.state.Save(rules.AttackOn(id))
			if !p.state.Alive(id) || !p.kill(id) {
				p.state.Undo(before)
				p.moves = p.moves[:played]
				failed++
			}
			continue
		}
		if l.slips == 1000 {
			return p.moves
		}
		if _, ok := p.killBest(); !ok {
			return p.moves
		}
	}
}

// patience is how many slips may fail before no more are tried.
const patience = 300
