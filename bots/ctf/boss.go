package ctf

import (
	"io"
	"net/url"

	"arbiter/bots/option"
	rules "arbiter/referee/games/ctf"
	"arbiter/referee/rng"
)

// Boss tries plans on a copy of the match and follows the one that leads to
// the best position some turns ahead: see belief, search and evaluate. Option
// seed chooses the draws, the default is 1. Option nodes is how many turns it
// may play ahead for an answer: then the answers depend on the input and the
// options alone. Without it the clock is the budget.
func Boss(in io.Reader, out io.Writer, options url.Values) error {
	seed, err := option.Int(options, "seed", 1)
	if err != nil {
		return err
	}
	nodes, err := option.Nodes(options)
	if err != nil {
		return err
	}
	x := search{draw: rng.NewSplitMix64(uint64(seed))}
	return playBelief(in, out, func(b *belief) rules.Orders {
		limit := budget{nodes: int(nodes)}
		if nodes == 0 {
			limit = byClock()
		}
		return x.choose(&b.State, b.table, limit)
	})
}
