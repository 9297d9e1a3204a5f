package ctf

import (
	"io"
	"net/url"

	"arbiter/bots/recorded"
	rules "arbiter/referee/games/ctf"
)

// Greedy plays by habit: one minion fetches the flag and runs home, one stops
// the opponent's carrier, the others collect the nearest coins, and whoever
// sees an opponent fires. It looks at the present turn only.
func Greedy(in io.Reader, out io.Writer, _ url.Values) error {
	return playPolicy(in, out, NewGreedy)
}

// playPolicy answers every turn with what the policy of the map chooses.
func playPolicy(in io.Reader, out io.Writer, newPolicy func(*rules.Map) *Policy) error {
	var p *Policy
	return play(in, out, func(m *rules.Map, t *Turn, dst []byte) []byte {
		if p == nil {
			p = newPolicy(m)
		}
		p.Observe(t)
		orders := p.Choose()
		for i, own := range t.Minions[0] {
			if i > 0 {
				dst = append(dst, " | "...)
			}
			dst = orders.Commands[own.ID].Append(dst, own.ID)
		}
		if answer, ok := recorded.Next(in); ok {
			p.Played(answer)
		}
		return dst
	})
}
