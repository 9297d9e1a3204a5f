package domain

import (
	"io"
	"net/url"

	"arbiter/bots/option"
	rules "arbiter/referee/games/domain"
	"arbiter/referee/rng"
)

// Random plays a random legal action, each as likely as the others. The
// option seed, 1 when it is not given, decides the draws.
func Random(in io.Reader, out io.Writer, options url.Values) error {
	seed, err := option.Int(options, "seed", 1)
	if err != nil {
		return err
	}
	return play(in, out, random(seed))
}

// random returns the choice that Random plays.
func random(seed int64) func(s *rules.State) rules.Action {
	r := rng.NewSplitMix64(uint64(seed))
	return func(s *rules.State) rules.Action { return s.RandomAction(&r) }
}
