package keeper

import (
	"io"
	"net/url"

	"arbiter/bots/clock"
	"arbiter/bots/option"
	"arbiter/referee"
	rules "arbiter/referee/games/keeper"
)

// thinkPercent is what Boss takes of "Response time for one turn ≤ 50ms". The rest
// is for a machine that has other things to do, as the clock runs while the bot
// waits for a processor.
const thinkPercent = 40

// Boss plans its way by what it has seen of the maze and plays the next turns
// ahead with the rules, monsters included: see plan and beam. The option nodes
// is its budget, in actions tried per answer: then the answers depend on the
// input and the options alone. Without it the clock is the budget. The option
// level makes it a weaker player, whose slips the option seed draws.
func Boss(in io.Reader, out io.Writer, options url.Values) error {
	parameters := DefaultParameters()
	strength, err := option.ReadStrength(options, parameters.List(), rules.Game{}.Info().Limits())
	if err != nil {
		return err
	}
	p := NewPolicy(strength.Nodes, parameters)
	p.limits = strength.Limits
	if strength.Level > 0 {
		p.SetLevel(strength.Level, strength.Seed)
	}
	return answer(in, out, p.think)
}

// A budget is what a search may use: a number of nodes or, when that is 0, a
// time.
type budget struct {
	nodes int
	time  *clock.Stages
}

// byClock returns the budget of a search that begins now.
func byClock(limits referee.TimeLimits) budget {
	return budget{time: clock.InStages(limits, thinkPercent, horizon)}
}

// spent reports whether the search of a turn, from 1 to horizon, has used up its share
// of the budget after so many nodes of all turns.
func (b *budget) spent(nodes, turn int) bool {
	if b.nodes > 0 {
		return nodes*horizon >= b.nodes*turn
	}
	return b.time.Over(turn, nodes)
}
