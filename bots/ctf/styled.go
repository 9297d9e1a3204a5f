package ctf

import (
	"arbiter/bots/ctf/style"
	rules "arbiter/referee/games/ctf"
)

// NewStyle returns the policy of a style on a map, which has seen nothing yet.
func NewStyle(m *rules.Map, s style.Style) *Policy { return newPolicy(m, styled{s}) }

// styled is the chooser of a style: it keeps nothing.
type styled struct{ style.Style }

func (s styled) orders(b *belief) rules.Orders {
	return s.Style.Orders(style.View{State: &b.State, Table: b.table, Seat: 0})
}

func (s styled) clone() chooser { return s }
