package flames

import (
	"io"
	"math"
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
	// cyclesAhead is how far lines go: to the end of the next cycle, the last
	// one whose flames are all known.
	cyclesAhead = 2
)

// Boss searches for the best line through this cycle and the next, plays its
// first action and looks for a better line in the next turn. With the option
// nodes it plays so many actions in every search and never looks at the clock.
func Boss(in io.Reader, out io.Writer, options url.Values) error {
	nodes, err := option.Nodes(options)
	if err != nil {
		return err
	}
	s := newSearch()
	plan := line{worth: math.MinInt32}
	return play(in, out, func(r *reader) rules.Action {
		s.improve(&r.test, &r.state, int32(r.cycle)+cyclesAhead, &plan, budget(nodes))
		action := plan.pop()
		if action == rules.Pass {
			plan = line{worth: math.MinInt32} // the next cycle shows new glyphs
		}
		return action
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
