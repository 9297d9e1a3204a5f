package domain

import (
	"io"
	"net/url"

	"arbiter/bots/option"
	rules "arbiter/referee/games/domain"
)

// thinkPercent is what Boss takes of "Response time for first turn ≤ 1000ms" and
// "Response time for one turn ≤ 100ms". The rest is for a machine that has other
// things to do: the clock runs while the bot waits for a processor.
const thinkPercent = 50

// Boss looks ahead as far as its budget allows. It plays the best action against an
// opponent who also plays the best actions by evaluate. The option nodes is the
// budget, in positions per answer: then the answers depend on the input and the
// options alone. Without it the clock is the budget. The option seed, 1 when it is
// not given, decides among actions that promise alike. The option level makes it a
// weaker player, whose slips the seed draws.
func Boss(in io.Reader, out io.Writer, options url.Values) error {
	parameters := DefaultParameters()
	strength, err := option.ReadStrength(options, parameters.List(), rules.Game{}.Info().Limits())
	if err != nil {
		return err
	}
	p := NewPolicy(strength.Nodes, strength.Seed, parameters)
	p.limits = strength.Limits
	if strength.Level > 0 {
		p.SetLevel(strength.Level, strength.Seed)
	}
	return play(in, out, p.think)
}
