package ctf

import (
	"io"
	"net/url"

	rules "arbiter/referee/games/ctf"
)

// Greedy plays by habit: one minion fetches the flag and runs home, one stops
// the opponent's carrier, the others collect the nearest coins, and whoever
// sees an opponent fires. It looks at the present turn only.
func Greedy(in io.Reader, out io.Writer, _ url.Values) error {
	return playBelief(in, out, func(b *belief) rules.Orders {
		return orders(&b.State, b.table, 0, habit(&b.State, b.table, 0))
	})
}

// playBelief answers every turn with what choose makes of the belief.
func playBelief(in io.Reader, out io.Writer, choose func(b *belief) rules.Orders) error {
	var b *belief
	return play(in, out, func(m *rules.Map, t *Turn, dst []byte) []byte {
		if b == nil {
			b = newBelief(m, t)
		} else {
			b.next(t)
		}
		b.orders = choose(b)
		for i, own := range t.Minions[0] {
			if i > 0 {
				dst = append(dst, " | "...)
			}
			dst = b.orders.Commands[own.ID].Append(dst, own.ID)
		}
		return dst
	})
}
