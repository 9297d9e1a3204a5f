package study

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee/plural"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/study/analysis"
	"arbiter/server/study/whatif"
)

// costFlags let a verb count what answers cost.
type costFlags struct {
	Budget time.Duration `help:"Analyse each match for so long. Without it, answers have costs in matches that arbiter analyse has analysed. With --set, let the game's judge value each answer for so long, so that versions can be compared." placeholder:"D"`
}

// check returns an error if the budget cannot be one.
func (f costFlags) check() error {
	if f.Budget < 0 {
		return league.Usagef("--budget %v: want a duration above 0", f.Budget)
	}
	return nil
}

// costing returns the source of what is known of the matches of some seats. It says on w
// how long their analyses take, and how far they are.
func (f costFlags) costing(w io.Writer, library flags.Library, seats int) *costing {
	c := &costing{budget: f.Budget, library: library, seats: seats}
	if f.Budget > 0 {
		// An analysis looks at the clock after each step, of which a search may take a second.
		fmt.Fprintf(w, "Analysing %s takes about %v, or less where all is known before. Ctrl-C ends it.\n", plural.Count(seats, "seat"), time.Duration(seats)*f.Budget)
		c.meter = output.NewShareMeter(w, "analysed")
	}
	return c
}

// A costing finds out what the answers of seats cost: it analyses their matches one at a time,
// or looks up what is known.
type costing struct {
	budget  time.Duration // of each seat's match; 0: nothing is analysed
	library flags.Library
	seats   int
	meter   *output.ShareMeter // nil without a budget

	one  sync.Mutex // an analysis uses all CPUs
	done int        // seats whose matches are analysed
}

// of returns what is known of the match of a seat: all that was found out until ctx ended,
// which is no error.
func (c *costing) of(ctx context.Context, s whatif.Seat) (*analysis.Analysis, error) {
	if c.budget == 0 {
		return c.library.KnownAnalysis(s.Record, s.Game)
	}
	j, err := flags.Judging(s.Record, s.Game)
	if errors.Is(err, judge.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c.one.Lock()
	defer c.one.Unlock()
	if ctx.Err() != nil {
		return c.library.KnownAnalysis(s.Record, s.Game)
	}
	report, err := flags.Analyses().Analyse(ctx, s.Match, s.Record, s.Game, j, analysis.Options{
		Seat: analysis.AllSeats, Time: c.budget,
		Progress: func(share float64) { c.meter.Set((float64(c.done) + share) / float64(c.seats)) },
	})
	switch {
	case ctx.Err() == nil:
		c.done++
		return report, err
	case report == nil: // it had not begun
		return c.library.KnownAnalysis(s.Record, s.Game)
	}
	return report, nil
}

// close ends the progress, and says on w if ctx ended the analyses.
func (c *costing) close(ctx context.Context, w io.Writer) {
	if c.budget == 0 {
		return
	}
	c.meter.Close()
	if ctx.Err() != nil {
		fmt.Fprintf(w, "Analysed %d of %s to the end. %s\n", c.done, plural.Count(c.seats, "seat"), interrupted(kept))
	}
}

// What becomes of what an interrupted command has found out.
const (
	kept    = "it is kept, and the next analysis goes on from there"
	notKept = "it is not kept"
)

// interrupted says that a command was interrupted, and what becomes of what it has found out.
func interrupted(becomes string) string {
	return fmt.Sprintf("Interrupted. What is known so far follows; %s.", becomes)
}
