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
	"arbiter/server/terminal/runner"
)

// libraryFlags name where a verb reads played matches from: a database or a
// server. A single replay may also be a file.
type libraryFlags struct {
	databaseFlags
	serverFlags
}

// open opens the database, or connects to the server with the token.
func (f libraryFlags) open(ctx context.Context, token string) (runner.Library, error) {
	if f.Server != "" {
		c, err := f.client(token)
		return runner.RemoteLibrary{Client: c, Server: f.Server}, err
	}
	db, err := f.openExisting(ctx)
	return runner.LocalLibrary{Store: db, Path: f.DB}, err
}

// replay reads the replay that is named by a file or by a prefix of a match ID,
// and finds its game.
func (f libraryFlags) replay(ctx context.Context, token, name string) (*replay.Record, referee.Game, error) {
	rec, err := f.record(ctx, token, name)
	if err != nil {
		return nil, nil, err
	}
	g, err := games.Find(rec.Header.Game)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return rec, g, nil
}

func (f libraryFlags) record(ctx context.Context, token, name string) (*replay.Record, error) {
	rec, err := replay.Open(name)
	if !errors.Is(err, os.ErrNotExist) {
		return rec, err
	}
	if _, noDB := os.Stat(f.DB); noDB != nil && f.Server == "" {
		return nil, fmt.Errorf("%w, and there is no database %s to look in; --db names another", err, f.DB)
	}
	matches, err := f.open(ctx, token)
	if err != nil {
		return nil, err
	}
	defer matches.Close()
	return matches.Replay(ctx, name)
}

// replayOfSeat is replay, and checks that the match has the seat.
func (f libraryFlags) replayOfSeat(ctx context.Context, token, name string, seat int) (*replay.Record, referee.Game, error) {
	rec, g, err := f.replay(ctx, token, name)
	if err != nil {
		return nil, nil, err
	}
	if err := checkSeat(seat, len(rec.Header.Seats), name); err != nil {
		return nil, nil, err
	}
	return rec, g, nil
}

// checkSeat returns an error if what --seat says is no seat of what has so many.
func checkSeat(seat, seats int, of string) error {
	if seat < 0 || seat >= seats {
		return league.Usagef("--seat %d: %s has seats 0 to %d", seat, of, seats-1)
	}
	return nil
}

// matchID returns the ID of the match that a replay was named by, or "" when it is
// a file's.
func (f libraryFlags) matchID(ctx context.Context, token, name string) (string, error) {
	if _, err := os.Stat(name); err == nil {
		return "", nil
	}
	library, err := f.open(ctx, token)
	if err != nil {
		return "", err
	}
	defer library.Close()
	matches, err := library.Matches(ctx, league.Query{IDPrefix: name, Limit: 1}, runner.Filter{})
	if err != nil || len(matches) == 0 {
		return "", err
	}
	return matches[0].ID, nil
}

// enteredBot returns a bot that somebody has entered in the database, by its ID and
// digest. A bot without an ID stands for none.
func (f libraryFlags) enteredBot(ctx context.Context, bot league.Bot) (league.Bot, error) {
	if _, err := os.Stat(f.DB); err != nil {
		return league.Bot{}, nil
	}
	db, err := f.databaseFlags.open(ctx)
	if err != nil {
		return league.Bot{}, err
	}
	defer db.Close()
	known, err := db.KnownBot(ctx, bot.Game, bot.ID)
	if errors.Is(err, league.ErrNotFound) {
		return league.Bot{}, nil
	}
	if err != nil {
		return league.Bot{}, err
	}
	imported, err := db.Imported(ctx, bot.Game, bot.ID)
	if err != nil || imported || !known.Same(bot) {
		return league.Bot{}, err
	}
	return known.Bot, nil
}
