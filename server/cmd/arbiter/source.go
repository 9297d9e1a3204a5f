package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/sqlite"
)

// database is the flag of every verb that reads or writes one.
type database struct {
	DB string `name:"db" help:"Database file." default:"arbiter.db" placeholder:"FILE"`
}

// open opens the database and makes it when it is missing.
func (d database) open(ctx context.Context) (*sqlite.DB, error) {
	return sqlite.Open(ctx, d.DB, sqlite.Normal)
}

// openThere opens the database, which must be there.
func (d database) openThere(ctx context.Context) (*sqlite.DB, error) {
	if _, err := os.Stat(d.DB); err != nil {
		return nil, league.Usagef("no database %s; arbiter run makes one, --db names another", d.DB)
	}
	return d.open(ctx)
}

// A source is where matches that were played come from: a database, or a
// server. A replay may also be a file.
type source struct {
	database
	remote
}

// archive opens the database, or asks the server and shows it the token.
func (s source) archive(ctx context.Context, token string) (archive, error) {
	if s.Server != "" {
		c, err := s.dial(token)
		return distant{c, s.Server}, err
	}
	db, err := s.openThere(ctx)
	return local{db, s.DB}, err
}

// openReplay reads a replay, named by a file or by the beginning of a match's
// ID, and finds its game.
func (s source) openReplay(ctx context.Context, token, name string) (*replay.Record, referee.Game, error) {
	rec, err := s.record(ctx, token, name)
	if err != nil {
		return nil, nil, err
	}
	g, err := games.Find(rec.Header.Game)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return rec, g, nil
}

func (s source) record(ctx context.Context, token, name string) (*replay.Record, error) {
	rec, err := replay.Open(name)
	if !errors.Is(err, os.ErrNotExist) {
		return rec, err
	}
	if _, noDB := os.Stat(s.DB); noDB != nil && s.Server == "" {
		return nil, err
	}
	from, err := s.archive(ctx, token)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return from.Replay(ctx, name)
}

// openSeat is openReplay for one seat of it.
func (s source) openSeat(ctx context.Context, token, name string, seat int) (*replay.Record, referee.Game, error) {
	rec, g, err := s.openReplay(ctx, token, name)
	if err != nil {
		return nil, nil, err
	}
	if seat < 0 || seat >= len(rec.Header.Seats) {
		return nil, nil, league.Usagef("--seat %d: %s has seats 0 to %d", seat, name, len(rec.Header.Seats)-1)
	}
	return rec, g, nil
}
