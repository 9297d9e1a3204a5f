package keeper

import (
	"arbiter/bots/option"
	"arbiter/referee"
	rules "arbiter/referee/games/keeper"
)

// A Policy is the player behind Boss without its pipes: it observes a turn,
// then chooses an action, and can be cloned between turns.
type Policy struct {
	nodes  int
	limits referee.TimeLimits // of an answer, when nodes is 0
	known  rules.Knowledge
	start  rules.Cell // where the match began
	plan   plan
	beam   *beam
	slips  option.Slips // of its level
}

// NewPolicy returns a policy that has seen nothing. nodes is how many actions
// it tries for an answer; 0 means by the wall clock, within the statement's limits.
func NewPolicy(nodes int, parameters Parameters) *Policy {
	return &Policy{nodes: nodes, limits: rules.Game{}.Info().Limits(), plan: plan{Parameters: parameters}, beam: newBeam()}
}

// Observe takes over the input of a turn. visible is not kept.
func (p *Policy) Observe(hero rules.Hero, visible []rules.Entity) {
	p.known.See(hero, visible)
	if p.known.State.Turn == 0 {
		p.start = hero.Cell
	}
}

// Choose returns the action for the turn that was observed last. It is called
// once a turn, since the policy remembers what it tried.
func (p *Policy) Choose() rules.Action {
	budget := budget{nodes: p.nodes}
	if p.nodes == 0 {
		budget = byClock(p.limits)
	}
	p.plan.make(&p.known, p.start)
	if action, ok := p.slip(); ok {
		return action
	}
	action := p.beam.search(&p.known, &p.plan, budget)
	p.plan.tries.add(action)
	return action
}

// Played tells what was done in the turn that was observed last, in the place of Choose.
func (p *Policy) Played(action rules.Action) {
	p.plan.make(&p.known, p.start)
	p.plan.tries.add(action)
}

// Clone returns a policy that knows the same and goes on alone.
func (p *Policy) Clone() *Policy {
	c := *p
	c.beam = newBeam() // holds nothing else from turn to turn
	c.beam.horizon = p.beam.horizon
	return &c
}

// think observes and chooses.
func (p *Policy) think(hero rules.Hero, visible []rules.Entity) rules.Action {
	p.Observe(hero, visible)
	return p.Choose()
}
