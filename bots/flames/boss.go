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
	// more. With many more it keeps some HP more in most matches, but is
	// trapped among the flames in some and loses everything.
	enough = 8000
)

// horizon returns the cycle at whose start a line from this cycle ends: to the
// end of the next cycle, the last one whose flames are all known. When no more
// glyphs are to come, all flames are known for ever, and one cycle more is enough
// to put them out.
func horizon(cycle int32) int32 {
	if cycle >= rules.GlyphCycles {
		return cycle + 3
	}
	return cycle + 2
}

// Boss searches for the best line through this cycle and the next, plays its
// first action and looks for a better line in the next turn. With the option
// nodes it plays so many actions in every search and never looks at the clock.
func Boss(in io.Reader, out io.Writer, options url.Values) error {
	nodes, err := option.Nodes(options)
	if err != nil {
		return err
	}
	parameters := DefaultParameters()
	if err := option.Set(options, parameters.List()); err != nil {
		return err
	}
	var p *Policy
	return play(in, out, func(r *reader) rules.Action {
		if p == nil {
			p = NewPolicy(&r.test.Arena, int(nodes), parameters)
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
