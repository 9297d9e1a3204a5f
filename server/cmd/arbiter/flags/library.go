package flags

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/terminal/runner"
)

// Library name where a verb reads played matches from: a database or a
// server. A single replay may also be a file.
type Library struct {
	Database
	Remote
}

// Open opens the database, or connects to the server with the token.
func (f Library) Open(ctx context.Context, token string) (runner.Library, error) {
	if f.Server != "" {
		c, err := f.Client(token)
		return runner.RemoteLibrary{Client: c, Typed: f.Remote.Flag()}, err
	}
	db, err := f.OpenReading(ctx)
	return runner.LocalLibrary{Store: db, Games: games.Find, Path: f.DB}, err
}

// OpenReplay reads the replay that is named by a file or by a prefix of a match ID,
// and finds its game.
func (f Library) OpenReplay(ctx context.Context, token, name string) (*replay.Record, referee.Game, error) {
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

func (f Library) record(ctx context.Context, token, name string) (*replay.Record, error) {
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

// CheckTurn returns an error if what a flag says is no turn of a match that has so many:
// they count from 1, and turn 0 is the start, which arbiter play --from can leave and in
// which nobody is asked.
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
	matches, err := library.Matches(ctx, league.Query{IDPrefix: name, Limit: 1}, runner.Filter{})
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
