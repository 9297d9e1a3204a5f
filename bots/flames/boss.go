package flames

import (
	"io"
	"net/url"
	"time"

	"arbiter/bots/option"
	rules "arbiter/referee/games/flames"
)

const (
	// thinkingTime is what Boss takes of the 100 ms of a turn. The rest is for
	// the pipes and for a machine that gives its time to others.
	thinkingTime = 50 * time.Millisecond
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
	strength, err := option.ReadStrength(options, parameters.List())
	if err != nil {
		return err
	}
	var p *Policy
	return play(in, out, func(r *reader) rules.Action {
		if p == nil {
			p = NewPolicy(&r.test.Arena, strength.Nodes, parameters)
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

// budget returns a function that tells when so many of the levels of a search
// have used up their share.
func budget(nodes int64) func(levels, played int) bool {
	used := func(most int64, levels, played int) bool { return int64(played)*maxDepth >= most*int64(levels) }
	if nodes > 0 {
		return func(levels, played int) bool { return used(nodes, levels, played) }
	}
	began := time.Now()
	return func(levels, played int) bool {
		return used(enough, levels, played) || time.Since(began)*maxDepth >= thinkingTime*time.Duration(levels)
	}
}
