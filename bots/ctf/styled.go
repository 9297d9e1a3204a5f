package ctf

import (
	"arbiter/bots/ctf/stranger"
	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// NewStyle returns the policy of a style on a map, which has seen nothing yet.
// It expects that its opponent plays greedy.
func NewStyle(m *rules.Map, s style.Style) *Policy {
	return &Policy{belief: newBelief(m, []style.Style{style.Find("greedy")}), choose: styled{s}}
}

// styled is the chooser of a style: it keeps nothing.
type styled struct{ style.Style }

func (s styled) orders(b *belief) rules.Orders { return s.Style.Orders(b.view(0)) }

func (s styled) clone() chooser { return s }

// estranged is the chooser of a stranger.
type estranged struct{ *stranger.Mind }

func (e estranged) orders(b *belief) rules.Orders { return e.Orders(b.view(0)) }

func (e estranged) clone() chooser {
	m := *e.Mind
	return estranged{&m}
}
