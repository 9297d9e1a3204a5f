package runner

import (
	"context"
	"time"

	"arbiter/referee"
	"arbiter/referee/nearest"
	"arbiter/referee/printable"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/terminal/client"
)

// A Library reads played matches, from a database or from a server.
type Library interface {
	// Matches returns the matches that the query and the filter select, newest
	// first or by margin. The list is never nil.
	Matches(ctx context.Context, q league.Query, filter Filter) ([]MatchSummary, error)
	// Standings returns the standings of a tournament or, without one, of all
	// tournaments of a game. An unknown tournament is a usage error.
	Standings(ctx context.Context, q StandingsQuery) (Summary, error)
	// Replay returns the replay of the match whose ID starts with the prefix.
	Replay(ctx context.Context, prefix string) (*replay.Record, error)
	// Flag returns the flag with which other verbs read from it: --db FILE or
	// --server URL.
	Flag() string
	Close() error
}

// A Filter is a league.Filter and the text that it was parsed from, which a
// server reads.
type Filter struct {
	league.Filter
	Text string
}

// A StandingsQuery selects the matches of standings.
type StandingsQuery struct {
	Tournament string
	Game       string // of all tournaments; "" with a tournament
	Singles    bool   // also the single matches of the game
	Filter     Filter
	league.Options
}

// A MatchSummary is a match in a list.
type MatchSummary struct {
	ID         string        `json:"id"`
	Tournament string        `json:"tournament"`
	Game       string        `json:"game"`
	Start      string        `json:"start"`
	Seats      []SeatSummary `json:"seats"`
	Reason     string        `json:"reason"`
	Turns      int           `json:"turns"`
	PlayedAt   time.Time     `json:"played_at"`
}

// A SeatSummary is one seat of a MatchSummary.
type SeatSummary struct {
	Bot   string       `json:"bot"`
	Score int64        `json:"score"`
	Rank  int          `json:"rank"`
	Fault referee.Kind `json:"fault,omitempty"`
}

// A MatchStore is the part of a database that a LocalLibrary needs.
type MatchStore interface {
	Matches(ctx context.Context, q league.Query) ([]league.Report, error)
	Replay(ctx context.Context, prefix string) (*replay.Record, error)
	Tournament(ctx context.Context, id string) (league.Tournament, error)
	TournamentStatus(ctx context.Context, id string) (league.TournamentStatus, error)
	TournamentStatuses(ctx context.Context, q league.TournamentQuery) ([]league.TournamentStatus, error)
	Outcomes(ctx context.Context, tournament string) (map[string]league.Outcome, error)
	Voids(ctx context.Context, tournament string) ([]league.Void, error)
	EachMatching(ctx context.Context, q league.Query, do func(playedAt time.Time, m league.Match)) error
	PositionText(ctx context.Context, digest string) ([]byte, error)
	Close() error
}

// LocalLibrary is the Library of a database file.
type LocalLibrary struct {
	Store MatchStore
	Games func(name string) (referee.Game, error)
	Path  string // of the database, as typed
}

// filterPage is how many matches are read at a time to find those that a filter
// selects.
const filterPage = 1000

// selected returns the matches that the query and the filter select.
func (l LocalLibrary) selected(ctx context.Context, q league.Query, filter Filter) ([]league.Report, error) {
	if filter.Text == "" {
		return l.Store.Matches(ctx, q)
	}
	var all []league.Report
	limit := q.Limit
	q.Limit = filterPage
	if q.ByMargin {
		q.Limit = 0 // all at once: a page of this order cannot go on after a match
	}
	for {
		page, err := l.Store.Matches(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, r := range page {
			q.Before = r.Cursor()
			if !filter.Match(r.Match()) {
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

// Matches implements Library.
func (l LocalLibrary) Matches(ctx context.Context, q league.Query, filter Filter) ([]MatchSummary, error) {
	reports, err := l.selected(ctx, q, filter)
	all := []MatchSummary{}
	for _, r := range reports {
		m := MatchSummary{r.ID, r.Tournament, r.Game, r.Pairing.Start.String(), nil, r.Result.Reason, r.Turns, r.PlayedAt}
		outcome := r.Outcome()
		for seat, bot := range r.Pairing.Seats {
			m.Seats = append(m.Seats, SeatSummary{bot, outcome.Scores[seat], outcome.Ranks[seat], outcome.Faults[seat]})
		}
		all = append(all, m)
	}
	return all, err
}

// Standings implements Library.
func (l LocalLibrary) Standings(ctx context.Context, q StandingsQuery) (Summary, error) {
	s := Summary{Tournament: q.Tournament, Game: q.Game, Done: true}
	if q.Tournament != "" {
		t, err := l.Store.Tournament(ctx, q.Tournament)
		if err != nil {
			return s, l.unknown(ctx, q.Tournament, err)
		}
		s.Game, s.Format = t.Game, t.Format
		if err := l.place(ctx, q, t, &s); err != nil {
			return s, err
		}
	}
	var table league.Table
	err := l.Store.EachMatching(ctx, league.Query{Tournament: q.Tournament, Game: q.Game, NoSingles: q.Tournament == "" && !q.Singles}, func(_ time.Time, m league.Match) {
		if q.Filter.Match(m) {
			table.Add(m)
			s.Solo = len(m.Seats) == 1
		}
	})
	if err != nil {
		return s, err
	}
	if g, err := l.Games(s.Game); err == nil { // a game that is gone has no relative scores
		q.Scale = league.NewScale(g, func(digest string) ([]byte, error) { return l.Store.PositionText(ctx, digest) }, q.Best)
	}
	if err := s.Fill(&table, q.Options); err != nil {
		return s, err
	}
	if q.Filter.Text != "" {
		s.Standings = s.Standings.OfSome()
	}
	if q.Tournament == "" {
		return s, nil
	}
	voids, err := l.Store.Voids(ctx, q.Tournament)
	s.SetVoids(league.SumVoids(voids))
	return s, err
}

// mostLooked is how many tournaments are looked at for the one that was meant, the newest.
const mostLooked = 2000

// unknown returns the usage error for a name of no tournament, with the one that was meant.
func (l LocalLibrary) unknown(ctx context.Context, name string, err error) error {
	all, failed := l.Store.TournamentStatuses(ctx, league.TournamentQuery{Limit: mostLooked})
	if failed != nil {
		return failed
	}
	var known []string
	for _, t := range all {
		known = append(known, t.ID)
	}
	return league.Usagef("%w%s", err, printable.Line(nearest.HintOr(name, "tournaments", known)))
}

// place puts the ranking of a format that has its own into a summary of all matches.
func (l LocalLibrary) place(ctx context.Context, q StandingsQuery, t league.Tournament, s *Summary) error {
	if !t.Format.Info().Ranked() || q.Filter.Text != "" {
		return nil
	}
	status, err := l.Store.TournamentStatus(ctx, t.ID)
	if err != nil {
		return err
	}
	outcomes, err := l.Store.Outcomes(ctx, t.ID)
	s.Done = status.State == league.Done
	s.SetPlacings(league.Placings(t, league.Outcomes(outcomes)))
	return err
}

// Replay implements Library.
func (l LocalLibrary) Replay(ctx context.Context, prefix string) (*replay.Record, error) {
	return l.Store.Replay(ctx, prefix)
}

// Flag implements Library.
func (l LocalLibrary) Flag() string { return "--db " + Quote(l.Path) }

// Close implements Library.
func (l LocalLibrary) Close() error { return l.Store.Close() }

// RemoteLibrary is the Library of a server.
type RemoteLibrary struct {
	Client *client.Client
	Typed  string // the flags that name the server, for hints
}

// Matches implements Library.
func (l RemoteLibrary) Matches(ctx context.Context, q league.Query, filter Filter) ([]MatchSummary, error) {
	query := client.Query{
		ID: q.IDPrefix, Game: q.Game, Tournament: q.Tournament, Bot: q.Bot, Result: q.Result, Reason: q.Reason, Fault: q.Fault, OwnFault: q.OwnFault,
		Filter: filter.Text, Limit: q.Limit,
	}
	if q.ByMargin {
		query.Sort, query.Ascending = "margin", !q.BestFirst()
	}
	matches, err := l.Client.Matches(ctx, query)
	all := []MatchSummary{}
	for _, m := range matches {
		line := MatchSummary{m.ID, m.Tournament, m.Game, m.Start.String(), nil, m.Reason, m.Turns, m.PlayedAt}
		for _, s := range m.Seats {
			line.Seats = append(line.Seats, SeatSummary(s))
		}
		all = append(all, line)
	}
	return all, usage(err)
}

// Standings implements Library. The server anchors a tournament as it was
// entered, and computes no relative scores.
func (l RemoteLibrary) Standings(ctx context.Context, q StandingsQuery) (s Summary, err error) {
	s = Summary{Tournament: q.Tournament, Game: q.Game, Done: true, Bots: []string{}, Matrix: [][]league.Duel{}}
	if q.Tournament == "" {
		s.Standings, err = l.Client.Ratings(ctx, q.Game, q.Filter.Text, q.Anchor, q.Singles)
	} else {
		t, err := l.Client.Tournament(ctx, q.Tournament)
		if err != nil {
			return s, usage(err)
		}
		s.Game, s.Format = t.Game, t.Format
		standings, matrix, err := l.Client.Standings(ctx, q.Tournament, q.Filter.Text)
		if err != nil {
			return s, usage(err)
		}
		s.Standings, s.Bots, s.Matrix = standings, matrix.Bots, matrix.Matrix
		if t.Format.Info().Ranked() && q.Filter.Text == "" {
			placings, err := l.Client.Placings(ctx, q.Tournament)
			if err != nil {
				return s, usage(err)
			}
			s.Done = t.State == league.Done
			s.SetPlacings(placings)
		}
	}
	for _, line := range s.Standings.Lines {
		s.Solo = s.Solo || line.Mean != nil
	}
	return s, usage(err)
}

// Replay implements Library.
func (l RemoteLibrary) Replay(ctx context.Context, prefix string) (*replay.Record, error) {
	rec, err := l.Client.Replay(ctx, prefix)
	return rec, usage(err)
}

// Flag implements Library.
func (l RemoteLibrary) Flag() string { return l.Typed }

// Close implements Library.
func (l RemoteLibrary) Close() error { return nil }
