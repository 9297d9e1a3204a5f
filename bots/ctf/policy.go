package ctf

import (
	rules "arbiter/referee/games/ctf"
	"arbiter/referee/rng"
)

// A Policy is the player behind Greedy or Boss without its pipes: it observes
// a turn, then chooses orders, and can be cloned between turns.
type Policy struct {
	belief belief
	choose chooser
}

// A chooser decides what seat 0 of the belief does. It keeps what it needs from
// turn to turn.
type chooser interface {
	orders(b *belief) rules.Orders
	clone() chooser
}

// NewPolicy returns the policy of Boss on a map, which has seen nothing yet.
// nodes is how many turns it may play ahead for an answer; 0 means by the
// clock. seed chooses its draws.
func NewPolicy(m *rules.Map, nodes int, seed int64, parameters Parameters) *Policy {
	return newPolicy(m, &search{Parameters: parameters, draw: rng.NewSplitMix64(uint64(seed)), most: nodes})
}

// NewGreedy returns the policy of Greedy on a map, which has seen nothing yet.
func NewGreedy(m *rules.Map) *Policy { return newPolicy(m, byRote{}) }

func newPolicy(m *rules.Map, choose chooser) *Policy {
	return &Policy{belief: newBelief(m), choose: choose}
}

// Observe takes over what the bot is sent in a turn. t is not kept.
func (p *Policy) Observe(t *Turn) { p.belief.observe(t) }

// Choose returns the orders for the turn that was observed last. It is called
// once a turn, since the policy expects that they were played.
func (p *Policy) Choose() rules.Orders {
	p.belief.orders = p.choose.orders(&p.belief)
	return p.belief.orders
}

// Clone returns a policy that knows the same and goes on alone.
func (p *Policy) Clone() *Policy {
	return &Policy{belief: p.belief, choose: p.choose.clone()}
}

// byRote is the chooser of Greedy: it keeps nothing.
type byRote struct{}

func (byRote) orders(b *belief) rules.Orders {
	return orders(&b.State, b.table, 0, habit(&b.State, b.table, 0))
}

func (byRote) clone() chooser { return byRote{} }
