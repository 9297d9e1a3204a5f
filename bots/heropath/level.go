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
	{slips: 770},
	{slips: 530},
	{slips: 350},
	{slips: 200},
	{slips: 115},
	{slips: 50},
	{slips: 10},
	{nodes: 400},
	{nodes: 4000},
}

// Strengths returns how strong the levels are, as BenchmarkLevels measures it.
func Strengths() option.Strengths {
	return option.Strengths{
		Unit:    "% of the gold that 1,000 nodes find",
		Ratings: [option.Levels]float64{24, 32, 39, 48, 54, 62, 71, 83, 95, 107},
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
	var plan []stop
	for failed := 0; ; {
		if n := len(w.Monsters); n > 0 && failed < patience && r.Below(1000) < l.slips {
			s := stop{id: int32(r.Below(n)), cell: nowhere}
			if !p.dead.has(s.id) && p.kill(&s, nowhere) {
				plan = append(plan, s)
			} else {
				failed++
			}
			continue
		}
		if l.slips == 1000 {
			return p.movesOf(plan)
		}
		s, ok := p.killBest()
		if !ok {
			return p.movesOf(plan)
		}
		plan = append(plan, s)
	}
}

// patience is how many slips may fail before no more are tried.
const patience = 300
