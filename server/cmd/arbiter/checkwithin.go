package main

import (
	"context"
	"fmt"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/rating"
	"arbiter/server/runner"
)

// timedStarts is how many starts are played to learn how long one takes.
const timedStarts = 10

// fit times the first starts, without a look at their results, and sets the
// question to the margin that can be decided in --within. The timed matches are
// part of the check and not played again.
func (c checkCmd) fit(ctx context.Context, s streams, r runner.Runner, g referee.Game, bots []league.Bot, q *league.Question) error {
	few := *q
	few.Cap = timedStarts
	e, err := c.entry(g, bots, &few)
	if err != nil {
		return err
	}
	e.Test = nil // nothing is decided yet
	t, err := r.Enter(ctx, e)
	if err != nil {
		return err
	}
	began, played := time.Now(), 0
	_, err = t.Play(ctx, func(league.Match) bool {
		played++
		return false
	})
	if closed := t.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	if played == 0 {
		return league.Usagef("--within %v: the first %d starts have been played before, so nothing could be timed; give --elo0 or --max-games", c.Within, timedStarts)
	}
	starts := int(float64(c.Within) / float64(time.Since(began)) * float64(min(timedStarts, played)))
	elo0, err := rating.MarginFor(rating.UnitOf(g.Info().Solo()), max(starts, timedStarts))
	if err != nil {
		return err
	}
	q.Elo0, q.Cap = elo0, max(starts, timedStarts)
	fmt.Fprintf(s.err, "%v are enough for about %d starts, which decide about a margin of %.0f Elo.\n", c.Within, q.Cap, elo0)
	return nil
}
