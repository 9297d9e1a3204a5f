package ctf

import (
	"fmt"
	"io"
	"net/url"
	"time"

	"arbiter/bots/option"
	rules "arbiter/referee/games/ctf"
	"arbiter/referee/rng"
)

// thinkingTime is how long Boss searches for an answer: half of the limit of
// 50 ms. The rest is for a machine that is busy.
const thinkingTime = 25 * time.Millisecond

// Boss searches for the plan that leads to the best position some turns ahead.
// Option seed chooses the draws, the default is 1. Option nodes is how many
// turns it may play ahead for an answer, which then depends on nothing else;
// without it, it takes thinkingTime.
func Boss(in io.Reader, out io.Writer, options url.Values) error {
	seed, err := option.Int(options, "seed", 1)
	if err != nil {
		return err
	}
	nodes, err := option.Int(options, "nodes", 0)
	if err != nil {
		return err
	}
	if nodes < 0 {
		return fmt.Errorf("option nodes=%d: want 0 for the clock, or more", nodes)
	}
	x := search{draw: rng.NewSplitMix64(uint64(seed))}
	return playBelief(in, out, func(b *belief) rules.Orders {
		begin := time.Now()
		spent := func(int) bool { return time.Since(begin) >= thinkingTime }
		if nodes > 0 {
			spent = func(played int) bool { return played >= int(nodes) }
		}
		return x.choose(&b.State, b.table, spent)
	})
}
