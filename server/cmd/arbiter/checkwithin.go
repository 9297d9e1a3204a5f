package main

import (
	"context"
	"fmt"
	"time"

	"arbiter/referee"
	"arbiter/server/engine"
	"arbiter/server/league"
	"arbiter/server/rating"
	"arbiter/server/runner"
)

// timedStarts is how many starts are played to learn how long one takes.
const timedStarts = 10

// fit times the first starts, without a look at their results, and sets the
// question to the margin that can be decided in --within. The timed matches are
// part of the check and not played again. Of what is known the time is known.
func (c checkCmd) fit(ctx context.Context, s streams, r runner.Runner, g referee.Game, bots []league.Bot, q *league.Question) error {
	p, err := c.time(ctx, r, g, bots, *q, timedStarts)
	if err == nil && p.played == 0 { // this check has been resumed: the starts that follow
		p, err = c.time(ctx, r, g, bots, *q, p.matches/startMatches(bots)+timedStarts)
	}
	if err != nil {
		return err
	}
	if p.played == 0 {
		return league.Usagef("--within %v: all starts have been played before, so nothing could be timed; give --elo0 or --max-games", c.Within)
	}
	starts := max(timedStarts, int(float64(c.Within)/float64(p.match())/float64(startMatches(bots))))
	elo0, err := rating.MarginFor(rating.UnitOf(g.Info().Solo()), starts)
	if err != nil {
		return err
	}
	q.Elo0, q.Cap = elo0, starts
	fmt.Fprintf(s.err, "%v are enough for about %d starts, which decide about a margin of %.0f Elo.\n", c.Within, q.Cap, elo0)
	return nil
}

// startMatches returns how many matches of a check are played on a start.
func startMatches(bots []league.Bot) int { return 2 * max(1, 2*(len(bots)-2)) }

// A pace is how fast matches were played.
type pace struct {
	matches  int           // of a check so far
	took     time.Duration // sum of what each took
	played   int           // of these, now
	tookNow  time.Duration // of these
	duration time.Duration // from the first one's start to the last one's end: several are played at a time
}

// match returns how long a match takes: that of those played now, corrected for
// known ones that took longer or shorter.
func (p pace) match() time.Duration {
	each := float64(p.duration) / float64(p.played)
	if p.tookNow > 0 {
		each *= float64(p.took) / float64(p.matches) / (float64(p.tookNow) / float64(p.played))
	}
	return time.Duration(max(each, 1))
}

// time plays what is not known yet of the first starts of a check.
func (c checkCmd) time(ctx context.Context, r runner.Runner, g referee.Game, bots []league.Bot, few league.Question, starts int) (p pace, err error) {
	few.Cap = starts
	e, err := c.entry(g, bots, &few)
	if err != nil {
		return p, err
	}
	e.Test, e.Known = nil, few.Reuses(e.Tournament) // nothing is decided yet
	e.Observe = func(e engine.Event) {
		if e.LeftOut {
			return
		}
		p.matches++
		p.took += e.Match.Duration
		if !e.Earlier {
			p.played++
			p.tookNow += e.Match.Duration
		}
	}
	t, err := r.Enter(ctx, e)
	if err != nil {
		return p, err
	}
	defer t.Close()
	if err := t.Counted(); err != nil {
		return p, err
	}
	began := time.Now()
	_, err = t.Play(ctx)
	p.duration = time.Since(began)
	return p, err
}
