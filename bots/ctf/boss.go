package ctf

import (
	"io"
	"net/url"

	"arbiter/bots/option"
	rules "arbiter/referee/games/ctf"
)

// Boss tries plans on a copy of the match and follows the one that leads to
// the best position some turns ahead: see belief, rivals, search and evaluate.
// Option seed chooses the draws, the default is 1. Option nodes is how many turns
// it may play ahead for an answer: then the answers depend on the input and the
// options alone. Without it the clock is the budget. The option level makes it a
// weaker player.
func Boss(in io.Reader, out io.Writer, options url.Values) error {
	parameters := DefaultParameters()
	strength, err := option.ReadStrength(options, parameters.List(), rules.Game{}.Info().Limits())
	if err != nil {
		return err
	}
	return playPolicy(in, out, func(m *rules.Map) *Policy {
		search := newSearch(strength.Nodes, strength.Seed, parameters)
		search.limits = strength.Limits
		p := newBoss(m, search)
		if strength.Level > 0 {
			p.SetLevel(strength.Level, strength.Seed)
		}
		return p
	})
}
