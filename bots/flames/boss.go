package flames

import (
	"io"
	"net/url"

	"arbiter/bots/clock"
	"arbiter/bots/option"
	"arbiter/referee"
	rules "arbiter/referee/games/flames"
)

const (
	// thinkingPercent is what Boss takes of the limit of a turn, 50 of 100 ms. The
	// rest is for the pipes and for a machine that gives its time to others.
	thinkingPercent = 50
	// enough is how many actions Boss plays in a search when the clock allows
	// more: what 50 ms of a quiet core suffice for.
	enough = 50_000
)

// Boss searches for the best line through this cycle and the next, plays its
// first action and looks for a better line in the next turn. With the option
// nodes it plays so many actions in every search and never looks at the clock.
// The option level makes it a weaker player, whose slips the option seed draws.
func Boss(in io.Reader, out io.Writer, options url.Values) error {
	parameters := DefaultParameters()
	strength, err := option.ReadStrength(options, parameters.List(), rules.Game{}.Info().Limits())
	if err != nil {
		return err
	}
	var p *Policy
	return play(in, out, func(r *reader) rules.Action {
		if p == nil {
			p = NewPolicy(&r.test.Arena, strength.Nodes, parameters)
			p.limits = strength.Limits
			if strength.Level > 0 {
				p.SetLevel(strength.Level, strength.Seed)
			}
		}
		if r.strayed {
			p.plan.forget()
		}
		p.Observe(&r.state, r.state.Glyphs(&r.test))
		return p.Choose()
	})
}

// used tells whether so many of the levels of a search have used up their share of
// most actions.
func used(most int64, levels, played int) bool {
	return int64(played)*maxDepth >= most*int64(levels)
}

// byNodes returns a function that tells when so many of the levels of a search have
// used up their share of the nodes, and up actions more. Of a small budget, the first
// levels continue a handful of positions, where one more or less decides much. So
// searches differ in up, from 0 to what one position takes: a few nodes more give a
// few searches one position more, not all of them at once.
func byNodes(nodes, up int) func(levels, played int) bool {
	return func(levels, played int) bool { return used(int64(nodes), levels, played-up) }
}

// byClock is byNodes for the time that the limits leave, from now on.
func byClock(limits referee.TimeLimits) func(levels, played int) bool {
	stages := clock.InStages(limits, thinkingPercent, maxDepth)
	return func(levels, played int) bool { return stages.Over(levels, played) || used(enough, levels, played) }
}
