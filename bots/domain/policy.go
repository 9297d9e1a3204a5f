package domain

import (
	"slices"

	"arbiter/bots/option"
	"arbiter/referee"
	rules "arbiter/referee/games/domain"
)

// A Policy is the player behind Boss without its pipes: it observes a
// position, then chooses an action, and can be cloned between turns.
type Policy struct {
	nodes  int
	limits referee.TimeLimits // of the answers to come, when nodes is 0
	state  rules.State        // as observed last
	search *search
	slips  option.Slips // of its level
}

// NewPolicy returns a policy that has observed nothing. nodes is how many
// positions it looks at for an answer; 0 means by the wall clock, within the
// statement's limits. seed decides among
// actions that promise alike.
func NewPolicy(nodes int, seed int64, parameters Parameters) *Policy {
	return &Policy{nodes: nodes, limits: rules.Game{}.Info().Limits(), search: newSearch(seed, parameters)}
}

// Observe takes over the position of a turn.
func (p *Policy) Observe(s *rules.State) { p.state = *s }

// Choose returns the action for the mover of the position that was observed
// last. The game must not be over.
func (p *Policy) Choose() rules.Action {
	if action, ok := p.slip(); ok {
		return action
	}
	if p.nodes > 0 {
		return p.search.best(&p.state, budget{nodes: p.nodes})
	}
	limit := p.limits.First
	p.limits.First = p.limits.Turn
	return p.search.best(&p.state, byClock(p.limits.Clock, limit))
}

// Clone returns a policy that knows the same and goes on alone. It copies the
// 16 MB of what the search has learnt.
func (p *Policy) Clone() *Policy {
	c := *p
	s := *p.search
	s.table = slices.Clone(s.table)
	c.search = &s
	return &c
}

// think observes and chooses.
func (p *Policy) think(s *rules.State) rules.Action {
	p.Observe(s)
	return p.Choose()
}
