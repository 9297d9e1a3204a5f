package main

import (
	"context"

	"arbiter/referee/replay"
	"arbiter/server/client"
	"arbiter/server/league"
	"arbiter/server/sqlite"
)

// An archive has matches that were played. The verbs that look at them do not
// see whether it is a database or a server.
type archive interface {
	// list lists matches, newest first; never nil.
	list(ctx context.Context, q league.Query) ([]matchLine, error)
	// Replay reads the replay of the match whose ID begins with the prefix.
	Replay(ctx context.Context, prefix string) (*replay.Record, error)
	// flag is what leads other verbs to it: --db FILE or --server URL.
	flag() string
	Close() error
}

// local is the archive of a database file.
type local struct {
	*sqlite.DB
	path string
}

func (l local) flag() string { return "--db " + quote(l.path) }

func (l local) list(ctx context.Context, q league.Query) ([]matchLine, error) {
	matches, err := l.Matches(ctx, q)
	lines := []matchLine{}
	for _, m := range matches {
		p, r := m.Pairing, m.Result
		line := matchLine{m.ID, m.Tournament, m.Game, p.Start.String(), nil, r.Reason, m.Turns, m.PlayedAt}
		for seat, bot := range p.Seats {
			line.Seats = append(line.Seats, matchSeat{bot, r.Scores[seat], r.Ranks[seat], m.Outcome().Faults[seat]})
		}
		lines = append(lines, line)
	}
	return lines, err
}

// distant is the archive of a server.
type distant struct {
	client *client.Client
	server string
}

func (d distant) flag() string { return "--server " + quote(d.server) }

func (d distant) Close() error { return nil }

func (d distant) list(ctx context.Context, q league.Query) ([]matchLine, error) {
	matches, err := d.client.Matches(ctx, client.Query{
		Game: q.Game, Tournament: q.Tournament, Bot: q.Bot, Reason: q.Reason, Fault: q.Fault, Limit: q.Limit,
	})
	lines := []matchLine{}
	for _, m := range matches {
		line := matchLine{m.ID, m.Tournament, m.Game, m.Start.String(), nil, m.Reason, m.Turns, m.PlayedAt}
		for _, seat := range m.Seats {
			line.Seats = append(line.Seats, matchSeat{seat.Bot, seat.Score, seat.Rank, seat.Fault})
		}
		lines = append(lines, line)
	}
	return lines, told(err)
}

func (d distant) Replay(ctx context.Context, prefix string) (*replay.Record, error) {
	rec, err := d.client.Replay(ctx, prefix)
	return rec, told(err)
}
