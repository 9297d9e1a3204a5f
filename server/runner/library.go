package runner

import (
	"context"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/client"
	"arbiter/server/league"
)

// A Library reads played matches, from a database or from a server.
type Library interface {
	// Matches returns the selected matches, newest first. The list is never nil.
	Matches(ctx context.Context, q league.Query) ([]MatchSummary, error)
	// Replay returns the replay of the match whose ID starts with the prefix.
	Replay(ctx context.Context, prefix string) (*replay.Record, error)
	// Flag returns the flag with which other verbs read from it: --db FILE or
	// --server URL.
	Flag() string
	Close() error
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
	Close() error
}

// LocalLibrary is the Library of a database file.
type LocalLibrary struct {
	Store MatchStore
	Path  string // of the database, as typed
}

// Matches implements Library.
func (l LocalLibrary) Matches(ctx context.Context, q league.Query) ([]MatchSummary, error) {
	reports, err := l.Store.Matches(ctx, q)
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
	Server string // URL, as typed
}

// Matches implements Library.
func (l RemoteLibrary) Matches(ctx context.Context, q league.Query) ([]MatchSummary, error) {
	matches, err := l.Client.Matches(ctx, client.Query{
		Game: q.Game, Tournament: q.Tournament, Bot: q.Bot, Reason: q.Reason, Fault: q.Fault, Limit: q.Limit,
	})
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

// Replay implements Library.
func (l RemoteLibrary) Replay(ctx context.Context, prefix string) (*replay.Record, error) {
	rec, err := l.Client.Replay(ctx, prefix)
	return rec, usage(err)
}

// Flag implements Library.
func (l RemoteLibrary) Flag() string { return "--server " + Quote(l.Server) }

// Close implements Library.
func (l RemoteLibrary) Close() error { return nil }
