package tournaments

import (
	"context"
	"fmt"
	"time"

	"arbiter/referee"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/playing/check"
	"arbiter/server/playing/engine"
	"arbiter/server/playing/follow"
)

// fit returns the question as it is or, with --within, with the margin that can be
// decided in this time. It times the first starts, which are part of the check and
// not played again. Of what is known the time is known.
func (c Check) fit(ctx context.Context, s output.Streams, host follow.Host, g referee.Game, bots []league.Bot, q league.Question, starts int) (league.Question, error) {
	if c.Within == 0 {
		return q, nil
	}
	pace := check.NewPace(len(bots), league.SeatsOf(c.Seats, g.Info()))
	err := c.time(ctx, host, g, bots, q, pace)
	if err == nil && !pace.Timed() { // this check has been resumed: the starts that follow
		err = c.time(ctx, host, g, bots, q, pace)
	}
	if err != nil {
		return q, err
	}
	q, text, err := pace.Fit(q, c.Within, starts)
	if err == nil {
		fmt.Fprintln(s.Err, text)
	}
	return q, flags.Flagged(err)
}

// time plays what is not known yet of the first starts of a check.
func (c Check) time(ctx context.Context, host follow.Host, g referee.Game, bots []league.Bot, few league.Question, pace *check.Pace) error {
	few.Cap = pace.Next()
	e, err := c.entry(g, bots, &few)
	if err != nil {
		return err
	}
	e.Test, e.Known, e.Timing = nil, few.Reuses(e.Tournament), true // nothing is decided yet
	e.Observe = func(e engine.Event) {
		switch {
		case e.LeftOut:
		case e.Earlier:
			pace.Known(e.Match)
		default:
			pace.Played(e.Match)
		}
	}
	t, err := host.Enter(ctx, e)
	if err != nil {
		return err
	}
	began := time.Now()
	_, err = t.Play(ctx)
	pace.Took(time.Since(began))
	return err
}
