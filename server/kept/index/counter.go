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
	imported        bool   // of all tournaments
	experiments     bool   // likewise
	referee         uint32 // digest of the only one whose matches count; 0: whoever it was
}

// counter returns the counter of a selection; x.mu is held.
func (x *Index) counter(s Selection) counter {
	c := x.counterOf(s.Counted)
	named := s.Tournament != "" // who names them asks for them
	c.singles, c.imported, c.experiments = c.singles || named, named, named
	c.referee = x.referee(s)
	return c
}

// referee returns the referee by which the game of a selection was last played, where it has
// referees of its own and no tournaments are named: another version is another game. x.mu is
// held.
func (x *Index) referee(s Selection) uint32 {
	if s.Game == "" || s.Counted.Tournaments != nil {
		return 0
	}
	game, _ := x.names.find(s.Game)
	return x.referees[game]
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
	case c.referee != 0 && r.referee != c.referee:
		return false
	case r.human:
		return c.humans
	case r.single:
		return c.singles
	case r.imported && c.tournaments == nil:
		return c.imported
	case r.experiment && c.tournaments == nil:
		return c.experiments
	}
	return c.tournaments == nil || c.tournaments[r.tournament]
}
