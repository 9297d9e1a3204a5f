package domain

import (
	"fmt"
	"hash/fnv"
	"io"
	"net/url"

	"arbiter/bots/option"
	rules "arbiter/referee/games/domain"
	"arbiter/referee/rng"
)

// Greedy looks one action ahead: it plays the one after which the position is
// best for it by evaluate, and does not ask what the opponent answers. The
// option seed, 1 when it is not given, decides among equally good actions.
func Greedy(in io.Reader, out io.Writer, options url.Values) error {
	seed, err := option.Int(options, "seed", 1)
	if err != nil {
		return err
	}
	if options.Has(option.OneSeed) {
		return play(in, out, greedyByStart(seed))
	}
	return play(in, out, greedy(seed))
}

// greedyByStart is greedy for a bot that has one seed in all its matches. Its draws depend
// on the first position that it is asked about, too. So it always plays a start alike, and
// its draws in one start say nothing about its draws in another. With the same numbers in
// every match, a seed would be a strength of its own.
func greedyByStart(seed int64) func(s *rules.State) rules.Action {
	var choose func(s *rules.State) rules.Action
	return func(s *rules.State) rules.Action {
		if choose == nil {
			h := fnv.New64a()
			fmt.Fprint(h, seed, *s)
			choose = greedy(int64(h.Sum64()))
		}
		return choose(s)
	}
}

// greedy returns the choice that Greedy plays.
func greedy(seed int64) func(s *rules.State) rules.Action {
	r, parameters := rng.NewSplitMix64(uint64(seed)), DefaultParameters()
	return func(s *rules.State) rules.Action {
		var buffer [rules.MaxActions]rules.Action
		var best rules.Action
		bestScore, equals := -infinite, 0
		for _, action := range s.ActionsWithin(rules.StrictPath, buffer[:0]) {
			next := *s
			next.Step(action)
			score := -parameters.evaluate(&next) // next is the opponent's to judge
			if score > bestScore {
				bestScore, equals = score, 0
			}
			if score == bestScore {
				equals++
				if r.Below(equals) == 0 { // every equal has the same chance to stay
					best = action
				}
			}
		}
		return best
	}
}
