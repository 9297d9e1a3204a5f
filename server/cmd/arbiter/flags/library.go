package flags

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/serving/core"
	"arbiter/server/serving/scheduler"
)

// Library name where a verb reads played matches from: a database or a
// server. A single replay may also be a file.
type Library struct {
	Database
	Remote
}

// Open opens the database for reading, or connects to the server with the token.
func (f Library) Open(ctx context.Context, token string) (league.Service, error) {
	return f.OpenTo(ctx, token, true)
}

// OpenTo is Open, to read alone or to change something that starts no bot.
func (f Library) OpenTo(ctx context.Context, token string, reads bool) (league.Service, error) {
	if f.Server != "" {
		return f.Client(token)
	}
	registry, err := f.Registry(f)
	if err != nil {
		return nil, err
	}
	open := f.OpenExisting
	if reads {
		open = f.OpenReading
	}
	db, err := open(ctx)
	if err != nil {
		return nil, err
	}
	return &core.Core{Store: db, Plays: &scheduler.Scheduler{Apart: true, Store: db, Games: registry}, Closing: db.Close}, nil
}

// Flag returns the flag that names the database or the server, to be typed again.
func (f Library) Flag() string {
	if f.Server != "" {
		return f.Remote.Flag()
	}
	return f.Database.Flag()
}

// OpenReplay reads the replay that is named by a file or by a prefix of a match ID,
// and finds its game.
func (f Library) OpenReplay(ctx context.Context, token, name string) (*replay.Record, referee.Game, error) {
	rec, err := f.OpenRecord(ctx, token, name)
	if err != nil {
		return nil, nil, err
	}
	registry, err := f.Registry(f)
	if err != nil {
		return nil, nil, err
	}
	g, err := registry.Find(rec.Header.Game)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return rec, g, nil
}

// OpenRecord is OpenReplay for who needs no game.
func (f Library) OpenRecord(ctx context.Context, token, name string) (*replay.Record, error) {
	rec, err := replay.Open(name)
	switch {
	case err == nil:
		return rec, nil
	case !errors.Is(err, os.ErrNotExist) && errors.As(err, new(*fs.PathError)): // a file that cannot be read
		return nil, league.UsageError{Err: err}
	case !errors.Is(err, os.ErrNotExist):
		return nil, err
	}
	if _, noDB := os.Stat(f.DB); noDB != nil && f.Server == "" {
		return nil, league.Usagef("%w, and there is no database %s to look in; --db names another", err, f.DB)
	}
	matches, err := f.Open(ctx, token)
	if err != nil {
		return nil, err
	}
	defer matches.Close()
	return matches.Replay(ctx, name)
}

// OpenSeat is replay, and checks that the match has the seat.
func (f Library) OpenSeat(ctx context.Context, token, name string, seat int) (*replay.Record, referee.Game, error) {
	rec, g, err := f.OpenReplay(ctx, token, name)
	if err != nil {
		return nil, nil, err
	}
	if err := CheckSeat(seat, len(rec.Header.Seats), name); err != nil {
		return nil, nil, err
	}
	return rec, g, nil
}

// CheckSeat returns an error if what --seat says is no seat of what has so many.
func CheckSeat(seat, seats int, of string) error {
	if seat < 0 || seat >= seats {
		return league.Usagef("--seat %d: %s has seats 0 to %d", seat, of, seats-1)
	}
	return nil
}

// CheckTurn returns an error if a flag names a turn that the match does not have. Turns
// count from 1. Turn 0 is the start: arbiter play --from can leave it, but nobody is
// asked in it.
func CheckTurn(flag string, turn, turns int) error {
	switch {
	case turn == 0:
		return league.Usagef("--%s 0: turn 0 is the start, where nobody is asked; the match has turns 1 to %d", flag, turns)
	case turn < 0 || turn > turns:
		return league.Usagef("--%s %d: the match has turns 1 to %d", flag, turn, turns)
	}
	return nil
}

// MatchID returns the ID of the match that a replay was named by, or "" when it is
// a file's.
func (f Library) MatchID(ctx context.Context, token, name string) (string, error) {
	if _, err := os.Stat(name); err == nil {
		return "", nil
	}
	library, err := f.Open(ctx, token)
	if err != nil {
		return "", err
	}
	defer library.Close()
	matches, err := library.Matches(ctx, league.Query{IDPrefix: name, Limit: 1}, league.Filter{})
	if err != nil || len(matches) == 0 {
		return "", err
	}
	return matches[0].ID, nil
}

// enteredBot returns a bot that somebody has entered in the database, by its ID and
// digest. A bot without an ID stands for none.
func (f Library) enteredBot(ctx context.Context, bot league.Bot) (league.Bot, error) {
	if _, err := os.Stat(f.DB); err != nil {
		return league.Bot{}, nil
	}
	db, err := f.OpenReading(ctx)
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
