package main

import (
	"context"
	"errors"
	"fmt"

	"arbiter/referee"
	"arbiter/server/engine"
	"arbiter/server/league"
	"arbiter/server/rating"
	"arbiter/server/runner"
)

// marginStarts is how many starts the baseline plays for the default margin. They
// give the standard deviation of its scores within some 15 %.
const marginStarts = 100

// margin sets the margin of a check by score that was given none, from the scores
// of the baseline alone. It plays starts of its own, of which none is in the check:
// a margin chosen by the results that are tested would not have the error
// probabilities of the test. The matches are kept, so the next check against the
// baseline has the same margin at once.
func (c checkCmd) margin(ctx context.Context, s streams, r runner.Runner, g referee.Game, baseline league.Bot, q *league.Question) error {
	if q.By != league.ByScore || q.Margin != 0 {
		return nil
	}
	limits, err := c.limits(g.Info())
	if err != nil {
		return err
	}
	e := runner.Entry{Rules: g, Tournament: league.Tournament{
		Game: c.Game, Seats: 1, Format: league.RoundRobin, Bots: []string{baseline.ID}, Limits: limits, CreatedAt: league.Now(),
		Starts: league.Fresh{Key: "margin " + baseline.Digest, Count: marginStarts}.Starts(),
	}}
	e.ID = e.MarginName()
	scores, err := soloScores(ctx, r, e)
	if err != nil {
		return err
	}
	if q.Margin, err = rating.ScoreMargin(scores); err != nil {
		return league.Usagef("--by score: no margin follows from the baseline's scores on %d starts: %w; give --margin POINTS", len(scores), err)
	}
	fmt.Fprintf(s.err, "The margin is %g points: a tenth of the standard deviation of the baseline's scores on %d other starts, which is about 20 Elo. --margin sets another one.\n", q.Margin, len(scores))
	return nil
}

// soloScores plays what is left of a tournament of one bot and returns the scores
// of all its matches.
func soloScores(ctx context.Context, r runner.Runner, e runner.Entry) (scores []int64, err error) {
	if err := e.Validate(); err != nil {
		return nil, err
	}
	e.Observe = func(e engine.Event) {
		if !e.LeftOut {
			scores = append(scores, e.Match.Outcome.Scores[0])
		}
	}
	t, err := r.Enter(ctx, e)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	end, err := t.Play(ctx)
	if err = errors.Join(err, t.Counted()); err == nil && !end.Done {
		err = fmt.Errorf("the baseline's matches for the margin: interrupted: %w", context.Cause(ctx))
	}
	return scores, err
}
