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
	"arbiter/server/runner"
)

// A library names where played matches are read from: a database, or a server.
// A replay may also be a file.
type library struct {
	database
	remote
}

// open opens the database, or asks the server and shows it the token.
func (l library) open(ctx context.Context, token string) (runner.Library, error) {
	if l.Server != "" {
		c, err := l.dial(token)
		return runner.RemoteLibrary{Client: c, Server: l.Server}, err
	}
	db, err := l.openExisting(ctx)
	return runner.LocalLibrary{Store: db, Path: l.DB}, err
}

// replay reads a replay, named by a file or by the beginning of a match's ID,
// and finds its game.
func (l library) replay(ctx context.Context, token, name string) (*replay.Record, referee.Game, error) {
	rec, err := l.record(ctx, token, name)
	if err != nil {
		return nil, nil, err
	}
	g, err := games.Find(rec.Header.Game)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return rec, g, nil
}

func (l library) record(ctx context.Context, token, name string) (*replay.Record, error) {
	rec, err := replay.Open(name)
	if !errors.Is(err, os.ErrNotExist) {
		return rec, err
	}
	if _, noDB := os.Stat(l.DB); noDB != nil && l.Server == "" {
		return nil, err
	}
	matches, err := l.open(ctx, token)
	if err != nil {
		return nil, err
	}
	defer matches.Close()
	return matches.Replay(ctx, name)
}

// replayOfSeat is replay for one seat of it.
func (l library) replayOfSeat(ctx context.Context, token, name string, seat int) (*replay.Record, referee.Game, error) {
	rec, g, err := l.replay(ctx, token, name)
	if err != nil {
		return nil, nil, err
	}
	if seat < 0 || seat >= len(rec.Header.Seats) {
		return nil, nil, league.Usagef("--seat %d: %s has seats 0 to %d", seat, name, len(rec.Header.Seats)-1)
	}
	return rec, g, nil
}
