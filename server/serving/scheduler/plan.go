package scheduler

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// A Plan is a tournament that somebody wants to be played.
type Plan struct {
	league.File
	Positions league.Positions         // of explicit starts
	Test      *league.Question         // a check: the tournament ends when it is decided
	Follows   bool                     // nobody typed the test's hypotheses: a check of that name keeps its own
	FollowsBy bool                     // nobody typed what it compares, either
	Fresh     bool                     // deal fresh starts, keyed by the second bot: the baseline of a check
	Shuffle   bool                     // bring the starts into an order that the second bot decides: the baseline of a check
	Series    league.Series            // what an experiment elsewhere has chosen
	Extend    bool                     // a tournament of that name is made longer when this one continues it
	By        Asker                    // owns the tournament
	MayChange func(owner string) error // asked before a tournament of that name is changed; nil: it may be
}

// define makes a valid definition of a plan.
func (s *Scheduler) define(ctx context.Context, p *Plan) (league.Tournament, []dispatch.Contender, error) {
	g, err := s.Games.Find(p.Game)
	if err != nil {
		return league.Tournament{}, nil, league.FieldError{Field: "game", Err: err}
	}
	info := g.Info()
	if err := league.CheckSeats(p.Seats, info); err != nil {
		return league.Tournament{}, nil, err
	}
	limits, err := s.limits(*p, info)
	if err != nil {
		return league.Tournament{}, nil, err
	}
	p.SetDefaults()
	t := p.Tournament(info, limits)
	t.Series, t.CreatedAt, t.Owner = p.Series, now(), p.By.Name
	if league.IsSingles(t.ID) {
		return t, nil, league.FieldError{Field: "name", Err: fmt.Errorf("names that begin with %q are reserved for single matches; choose another", league.SinglesPrefix)}
	}
	for _, start := range t.Starts {
		if start.Position == "" {
			continue
		}
		if _, err := g.New(referee.Setup{Position: p.Positions[start.Position]}, t.Seats); err != nil {
			return t, nil, league.FieldError{Field: "positions", Err: fmt.Errorf("%s: %w", start.Name, err)}
		}
	}
	if p.Anchor != "" && !slices.Contains(p.Bots, p.Anchor) {
		return t, nil, league.FieldError{Field: "anchor", Err: fmt.Errorf("%q is not one of the bots; want one of them, spelled the same", p.Anchor)}
	}
	contenders, err := s.find(ctx, p.Game, p.Bots, p.By)
	if err != nil {
		return t, nil, err
	}
	for _, c := range contenders {
		t.Bots = append(t.Bots, c.Bot.ID)
	}
	if len(contenders) > 1 {
		p.deal(&t, g, contenders[1].Bot.Digest)
	}
	t.Refer(g, p.Positions, nil)
	if err := t.SetReferee(g); err != nil {
		return t, nil, err
	}
	if err := t.Validate(); err != nil {
		return t, nil, err
	}
	return t, contenders, nil
}

// deal gives a check its starts: fresh ones or those of the plan, in an order that the
// baseline's digest decides.
func (p *Plan) deal(t *league.Tournament, g referee.Game, key string) {
	switch {
	case p.Fresh:
		p.Positions = t.DealFresh(g, league.Fresh{Key: key, Count: p.Games})
	case p.Shuffle:
		if openings := t.DealGiven(g, key, t.Starts); openings != nil {
			p.Positions = openings
		}
	}
}

// limits returns the limits in force.
func (s *Scheduler) limits(p Plan, info referee.Info) (referee.TimeLimits, error) {
	l, err := league.LimitOverride{First: p.TimeFirst, Turn: p.TimeTurn, Factor: cmp.Or(p.TimeFactor, 1), Margin: p.TimeMargin, Clock: p.Clock}.Apply(info.Limits())
	return s.capped(l), err
}

// mayChange returns why who plans may not change a tournament that exists.
func (p Plan) mayChange(t league.Tournament) error {
	if p.MayChange == nil {
		return nil
	}
	return p.MayChange(t.Owner)
}
