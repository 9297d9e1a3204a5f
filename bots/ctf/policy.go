package ctf

import (
	"arbiter/bots/ctf/style"
	"arbiter/bots/option"
	rules "arbiter/referee/games/ctf"
)

// A Policy is the player behind Greedy or Boss without its pipes: it observes
// a turn, then chooses orders, and can be cloned between turns.
type Policy struct {
	belief belief
	choose chooser
	slips  option.Slips // of its level
}

// A chooser decides what seat 0 of the belief does. It keeps what it needs from
// turn to turn.
type chooser interface {
	orders(b *belief) rules.Orders
	clone() chooser
}

// NewPolicy returns the policy of Boss on a map, which has seen nothing yet.
// nodes is how many turns it may play ahead for an answer; 0 means by the wall
// clock, within the statement's limits. seed chooses its draws.
func NewPolicy(m *rules.Map, nodes int, seed int64, parameters Parameters) *Policy {
	return newBoss(m, newSearch(nodes, seed, parameters))
}

func newBoss(m *rules.Map, x *search) *Policy {
	return &Policy{belief: newBelief(m, style.All()), choose: x}
}

// NewGreedy returns the policy of Greedy on a map, which has seen nothing yet.
func NewGreedy(m *rules.Map) *Policy { return NewStyle(m, style.Find("greedy")) }

// Observe takes over what the bot is sent in a turn. t is not kept.
func (p *Policy) Observe(t *Turn) { p.belief.observe(t) }

// Choose returns the orders for the turn that was observed last. It is called
// once a turn, since the policy expects that they were played.
func (p *Policy) Choose() rules.Orders {
	o := p.choose.orders(&p.belief)
	p.slip(&o)
	p.belief.orders = o
	return o
}

// Played tells the policy that another answer was played than Choose returned. An answer that
// is wrong has the effect that the rules give it.
func (p *Policy) Played(answer string) { p.belief.orders, _ = p.belief.Parse(0, answer) }

// Clone returns a policy that knows the same and goes on alone.
func (p *Policy) Clone() *Policy {
	c := *p
	c.choose = p.choose.clone()
	return &c
}
