package tournaments

import (
	"context"
	"fmt"

	"arbiter/referee"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
	"arbiter/server/playing/engine"
	"arbiter/server/playing/follow"
)

// margin returns the question with a margin. If a check by score was given none, the
// baseline plays for it, and what follows is said, with a hint of how to choose another.
func (c Check) margin(ctx context.Context, s output.Streams, host follow.Host, g referee.Game, baseline league.Bot, q league.Question, starts int, hint string) (league.Question, error) {
	if !check.NeedsMargin(q) {
		return q, nil
	}
	limits, err := c.Limits(g.Info())
	if err != nil {
		return q, err
	}
	e := follow.Entry{Rules: g, Order: league.Order{Tournament: check.MarginTournament(baseline, limits)}}
	e.CreatedAt = league.Now()
	scores, err := soloScores(ctx, host, e, q.Relative)
	if err != nil {
		return q, err
	}
	q, text, err := check.WithMargin(q, scores, starts)
	if err == nil {
		fmt.Fprintln(s.Err, text+hint)
	}
	return q, flags.Flagged(err)
}

// soloScores plays what is left of a tournament of one bot and returns the scores
// of all its matches, relative ones if these are asked for.
func soloScores(ctx context.Context, host follow.Host, e follow.Entry, relative bool) (scores []float64, err error) {
	if err := e.Validate(); err != nil {
		return nil, err
	}
	rules := e.Rules
	e.Observe = func(e engine.Event) {
		if e.LeftOut {
			return
		}
		score := e.Match.Outcome.Value(e.Match.Outcome.Scores[0])
		if reference, ok := league.SeedReference(rules, e.Match.Start); ok && relative {
			score = rating.RelativeScore(e.Match.Outcome.Scores[0], reference)
		}
		scores = append(scores, score)
	}
	t, err := host.Enter(ctx, e)
	if err != nil {
		return nil, err
	}
	end, err := t.Play(ctx)
	if err == nil && !end.Done {
		err = fmt.Errorf("the baseline's matches for the margin: interrupted: %w", context.Cause(ctx))
	}
	return scores, err
}
