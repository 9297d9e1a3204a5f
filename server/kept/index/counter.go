package index

import (
	"math"

	"arbiter/server/league"
)

// A counter decides which rows league.Counted counts.
type counter struct {
	tournaments     map[uint32]bool // by number of name; nil: all
	since, until    int64           // milliseconds since 1970
	singles, humans bool
}

// counter returns the counter of a selection; x.mu is held.
func (x *Index) counter(s Selection) counter {
	c := x.counterOf(s.Counted)
	c.singles = c.singles || s.Tournament != "" // who names them asks for them
	return c
}

// counterOf returns the counter of what is counted; x.mu is held.
func (x *Index) counterOf(counted league.Counted) counter {
	c := counter{tournaments: x.numbersOf(counted.Tournaments), since: math.MinInt64, until: math.MaxInt64, singles: counted.Singles, humans: counted.Humans}
	if !counted.Since.IsZero() {
		c.since = counted.Since.UnixMilli()
	}
	if !counted.Until.IsZero() {
		c.until = counted.Until.UnixMilli()
	}
	return c
}

// has reports whether a match is counted.
func (c counter) has(r *row) bool {
	if r.playedAt < c.since || r.playedAt >= c.until {
		return false
	}
	switch {
	case r.human:
		return c.humans
	case r.single:
		return c.singles
	}
	return c.tournaments == nil || c.tournaments[r.tournament]
}
