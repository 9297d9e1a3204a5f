package heropath

import (
	"io"
	"net/url"
	"slices"
	"time"

	"arbiter/bots/option"
	rules "arbiter/referee/games/heropath"
	"arbiter/referee/rng"
)

// thinkingTime is what Boss takes of the 10 s of an answer. The rest is for a
// machine that has other things to do.
const thinkingTime = 6500 * time.Millisecond

// Boss plans the whole game by a search of the order in which to kill. The
// option nodes is its budget, in positions: then the answer depends on the
// test and the options alone. Without it the clock is the budget. The option
// seed, 1 when it is not given, decides which weights it tries.
func Boss(in io.Reader, out io.Writer, options url.Values) error {
	seed, err := option.Int(options, "seed", 1)
	if err != nil {
		return err
	}
	nodes, err := option.Nodes(options)
	if err != nil {
		return err
	}
	return connect(in, out).play(func(w *rules.World) []rules.Action {
		spend := budget{limit: nodes, began: time.Now()}
		return boss(w, seed, &spend)
	})
}

// A budget is what a search may spend: a number of nodes or, when that is 0,
// thinkingTime.
type budget struct {
	nodes, limit int64
	began        time.Time
}

// spent returns the part of the budget that is gone, from 0 to 1.
func (b *budget) spent() float64 {
	if b.limit > 0 {
		return float64(b.nodes) / float64(b.limit)
	}
	return float64(time.Since(b.began)) / float64(thinkingTime)
}

// Boss tries several weightings before it settles for the best.
const (
	greedyShare = 0.1 // of the clock, for a first plan in a world of absurd size
	scouts      = 4   // searches to find weights
	scoutShare  = 0.1 // of the budget, for each of them
	width       = 500 // positions of a turn that a search keeps
)

// boss plans a game: first greedily, then by one search after the other. Each
// has the best plan so far as its reference, and so knows better than the last
// what a position is worth.
func boss(w *rules.World, seed int64, spend *budget) []rules.Action {
	r := rng.NewSplitMix64(uint64(seed))
	p := newPlanner(w)
	order := p.greedy(func() bool { return spend.spent() > greedyShare })
	best, moves := p.state.Gold, slices.Clone(p.moves)
	if best > 0 {
		p.follow(order)
	}
	b := newBeam(p)
	favourite := p.weights
	for i := 0; i <= scouts && spend.spent() < 1; i++ {
		until := scoutShare * float64(i+1)
		p.weights = favourite
		switch {
		case i == scouts:
			until = 1
		case i > 0:
			p.weights = favourite.vary(&r)
		}
		if order, gold := b.search(width, spend, until); gold > best {
			best, favourite = gold, p.weights
			p.follow(order)
			moves = append(moves[:0], p.moves...)
		}
	}
	return moves
}

// vary returns weights not far from t.
func (t weights) vary(r *rng.SplitMix64) weights {
	draw := func() float64 { return float64(r.Below(1001)) / 1000 }
	return weights{stronger: t.stronger * (0.4 + 1.5*draw()), prospects: max(0, t.prospects+draw()-0.5)}
}
