package core

import (
	"context"
	"errors"
	"time"

	"arbiter/referee/nearest"
	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/server/league"
)

// filterPage is how many matches are read at a time to find those that a filter selects.
const filterPage = 1000

// Matches implements league.MatchService.
func (c *Core) Matches(ctx context.Context, q league.Query, f league.Filter) ([]league.MatchSummary, error) {
	reports, err := c.selected(ctx, q, f)
	all := []league.MatchSummary{}
	for _, r := range reports {
		all = append(all, r.Summary())
	}
	return all, err
}

// selected returns the matches that the query and the filter select.
func (c *Core) selected(ctx context.Context, q league.Query, f league.Filter) ([]league.Report, error) {
	if f.String() == "" {
		return c.Store.Matches(ctx, q)
	}
	var all []league.Report
	limit := q.Limit
	q.Limit = filterPage
	if q.ByMargin {
		q.Limit = 0 // all at once: a page of this order cannot go on after a match
	}
	for {
		page, err := c.Store.Matches(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, r := range page {
			q.Before = r.Cursor()
			if !f.Match(r.Match()) {
				continue
			}
			if all = append(all, r); len(all) == limit {
				return all, nil
			}
		}
		if q.Limit == 0 || len(page) < q.Limit {
			return all, nil
		}
	}
}

// Match implements league.MatchService.
func (c *Core) Match(ctx context.Context, prefix string) (league.MatchSummary, error) {
	r, err := c.Store.Match(ctx, prefix)
	if err != nil {
		return league.MatchSummary{}, err
	}
	m := r.Summary()
	m.Faults = r.Result.Faults
	return m, nil
}

// Replay implements league.MatchService.
func (c *Core) Replay(ctx context.Context, prefix string) (*replay.Record, error) {
	return c.Store.Replay(ctx, prefix)
}

// Scoreboard implements league.TournamentService.
func (c *Core) Scoreboard(ctx context.Context, q league.ScoreboardQuery) (league.Scoreboard, error) {
	s := league.Scoreboard{Tournament: q.Tournament, Game: q.Game, Done: true}
	var t league.Tournament
	if q.Tournament != "" {
		var err error
		if t, err = c.Store.Tournament(ctx, q.Tournament); err != nil {
			return s, c.unknown(ctx, q.Tournament, err)
		}
		s.Game, s.Format = t.Game, t.Format
		if err := c.place(ctx, q, t, &s); err != nil {
			return s, err
		}
	}
	all := league.Query{Tournament: q.Tournament, Game: q.Game, NoSingles: q.Tournament == "" && !q.Singles}
	if q.Tournament == "" {
		var err error
		if all.Referee, err = c.Store.LastReferee(ctx, q.Game); err != nil {
			return s, err
		}
	}
	var table league.Table
	err := c.Store.EachMatching(ctx, all, func(_ time.Time, m league.Match) {
		if q.Filter.Match(m) && (q.Tournament != "" || !m.Imported()) {
			table.Add(m)
			s.Solo = len(m.Seats) == 1
		}
	})
	if err != nil {
		return s, err
	}
	if g, err := c.Plays.Games.Find(s.Game); err == nil { // a game that is gone has no relative scores
		q.Scale = league.NewScale(g, func(digest string) ([]byte, error) { return c.Store.PositionText(ctx, digest) }, q.Best)
	}
	if err := s.Fill(&table, q.Options); err != nil {
		return s, err
	}
	if q.Filter.String() != "" {
		s.Standings = s.Standings.Filtered()
	}
	if q.Tournament == "" {
		return s, nil
	}
	voids, err := c.Store.Voids(ctx, q.Tournament)
	s.Voids = league.SumVoids(voids)
	return s, err
}

// place puts the ranking of a format that has its own into a scoreboard of all matches.
func (c *Core) place(ctx context.Context, q league.ScoreboardQuery, t league.Tournament, s *league.Scoreboard) error {
	if !t.Format.Info().Ranked() || q.Filter.String() != "" {
		return nil
	}
	status, err := c.Store.TournamentStatus(ctx, t.ID)
	if err != nil {
		return err
	}
	outcomes, err := c.Store.Outcomes(ctx, t.ID)
	s.Done = status.State == league.Done
	s.Placings = league.Placings(t, league.Outcomes(outcomes))
	return err
}

// mostLooked is how many tournaments are looked at for the one that was meant, the newest.
const mostLooked = 2000

// unknown returns the usage error for a name of no tournament, with the one that was meant.
func (c *Core) unknown(ctx context.Context, name string, err error) error {
	if !errors.Is(err, league.ErrNotFound) {
		return err
	}
	all, failed := c.Store.TournamentStatuses(ctx, league.TournamentQuery{Limit: mostLooked})
	if failed != nil {
		return failed
	}
	var known []string
	for _, t := range all {
		known = append(known, t.ID)
	}
	return league.Usagef("%w%s", err, printable.Line(nearest.HintOr(name, "tournaments", known)))
}
