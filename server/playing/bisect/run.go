package bisect

import (
	"fmt"

	"arbiter/referee/plural"
)

// A Run is one run of a command that plays an experiment, which may go on with earlier ones.
type Run struct {
	Played  int     // matches in this run
	Earlier int     // matches that earlier runs had played
	Seconds float64 // of this run
}

// Text returns how many games an experiment counts, and how many of them this run has played.
func (r Run) Text(games int) string {
	all := plural.Count(games, "game")
	switch {
	case r.Earlier == 0:
		return fmt.Sprintf("%s in %.0f s", all, r.Seconds)
	case r.Played == 0:
		return all + ", all of them of earlier runs"
	}
	return fmt.Sprintf("%s; this run played %s in %.0f s", all, plural.Count(r.Played, "match"), r.Seconds)
}
