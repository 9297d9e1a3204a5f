package dispatch

import (
	"context"

	"arbiter/server/league"
)

// A Played match is work that was done, and its report.
type Played struct {
	Work   Work
	Report league.Report
}

// A Source hands out work and takes what became of it. Several workers call its
// methods at once.
type Source interface {
	// Next returns the next work. It waits while there may be some later, and
	// returns false when there will be none.
	Next(ctx context.Context) (Work, bool, error)
	// Played takes matches that were played, in order. Its error stops the pool.
	Played(ctx context.Context, matches []Played) error
	// Failed takes a match that the machine failed to play, which therefore has
	// no result. It returns nil when the work will be handed out again, and
	// otherwise the error that stops the pool.
	Failed(w Work, err error) error
}
