package heropath

import (
	"time"

	"arbiter/bots/clock"
	"arbiter/referee"
	rules "arbiter/referee/games/heropath"
)

// A Budget bounds the search for a plan: by nodes, which are positions looked at and some
// hundred kills of plans played, by time, or by both; 0 is no limit.
type Budget struct {
	Nodes int64
	Time  time.Duration
	Clock referee.Clock // what Time counts
}

// Plan returns moves for the rest of a game from any position: those of the
// plan that brings most gold of all that the budget suffices to find. Equal
// seeds and nodes return equal plans. The position is not changed.
func Plan(s *rules.State, budget Budget, seed int64, parameters Parameters) []rules.Action {
	return newPlanning(s, budget, seed, parameters).run()
}

// A planning is the work on one plan: a greedy one, then a search, then
// improvements of the best plan.
type planning struct {
	Parameters
	root   *rules.State
	spend  spending
	seed   int64
	first  []rules.Action             // moves to begin with, or none
	better func(moves []rules.Action) // is told of better plans, if it is not nil

	best  int64 // gold
	plan  []stop
	moves []rules.Action
}

func newPlanning(s *rules.State, budget Budget, seed int64, parameters Parameters) *planning {
	return &planning{Parameters: parameters, root: s, seed: seed, spend: spending{budget: budget, watch: clock.Start(budget.Clock)}}
}

// A spending is how much of a budget is gone.
type spending struct {
	budget Budget
	nodes  int64
	watch  clock.Watch
}

// spent returns the part of the budget that is gone, from 0 to 1; of a time
// that is longer than thinkingTime, the part of that.
func (s *spending) spent() float64 {
	if s.budget.Nodes > 0 {
		return max(float64(s.nodes)/float64(s.budget.Nodes), s.time())
	}
	return s.time()
}

// time returns the part of the time that is gone, 0 when there is no limit.
func (s *spending) time() float64 {
	if s.budget.Time == 0 {
		return 0
	}
	passed, _ := s.watch.Look()
	return float64(passed) / float64(min(s.budget.Time, thinkingTime))
}

// over returns what spent returns when the whole budget is gone.
func (s *spending) over() float64 {
	if s.budget.Nodes > 0 {
		return 1
	}
	return float64(s.budget.Time) / float64(min(s.budget.Time, thinkingTime))
}

// searchShare is the share of the budget until which the beam searches. Then the improver goes on.
const searchShare = 0.35

func (g *planning) run() []rules.Action {
	if g.root.Turn >= min(g.root.World.NumTurns, mostTurns) {
		return nil
	}
	p := newPlanner(g.root, g.Parameters)
	if len(g.first) > 0 {
		g.keep(p, p.stopsOf(g.first))
	} else {
		// Nodes always suffice for one plan.
		g.keep(p, p.greedy(func() bool { g.spend.nodes++; return g.spend.time() > searchShare }))
		if len(g.plan) > 0 {
			g.keep(p, newBeam(p).search(g.Width, &g.spend, searchShare))
		}
	}
	if len(g.plan) < 2 {
		return g.moves
	}
	m := newImprover(p, g.plan, uint64(g.seed))
	for end := 1.0; ; end += end + 1 { // of a long time, the later parts go slower
		from := g.spend.spent()
		until := min(end, g.spend.over())
		for _, a := range annealings {
			m.improve(&g.spend, from+(until-from)*a.until, float64(g.Heat)/1000*a.heat)
			if m.gold > g.best {
				g.found(m.gold, m.movesOf(m.best))
			}
			m.restart()
		}
		if end >= g.spend.over() {
			return g.moves
		}
	}
}

// annealings are how a plan is improved, one after the other, each from the best
// plan: some worlds want more heat than others, and none is worse off for it.
var annealings = [...]struct {
	until float64 // share of the improver's time
	heat  float64 // times that of the parameters
}{{0.2, 1}, {0.6, 25}, {0.85, 5}, {1, 1}}

// keep makes a plan the reference, and the one to return, if it is the best so far.
func (g *planning) keep(p *planner, plan []stop) {
	plan = p.play(plan)
	if p.hero.gold <= g.best {
		return
	}
	g.plan = plan
	p.refer(plan)
	g.found(p.hero.gold, p.movesOf(plan))
}

// found makes moves the ones to return, which bring more gold than those before.
func (g *planning) found(gold int64, moves []rules.Action) {
	g.best, g.moves = gold, moves
	if g.better != nil {
		g.better(moves)
	}
}
