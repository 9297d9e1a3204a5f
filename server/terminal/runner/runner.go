// Package runner plays tournaments and ladders and reads matches behind three
// interfaces that hide whether this process does it, with a database, or a server.
// A Runner plays tournaments: Local or Remote. A LadderVenue plays an open ladder:
// LocalLadder or RemoteLadder. A Library reads: LocalLibrary or RemoteLibrary.
// Progress and Summary report a tournament as text, JSON and CSV. The package
// knows no command line and no SQL.
package runner

import (
	"context"
	"errors"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/check"
	"arbiter/server/playing/engine"
	"arbiter/server/terminal/client"
)

// A Runner plays tournaments.
type Runner interface {
	// Resolve finds and builds bots as typed by the user, in order.
	Resolve(ctx context.Context, game string, typed []string) ([]league.Bot, error)
	// Known returns the bot of a game that is the same as another one, of which
	// only the digests need be known, and reports whether the Runner knows one.
	Known(ctx context.Context, game string, same league.Bot) (league.Bot, bool, error)
	// Enter creates a tournament of resolved bots. If one with its name exists whose
	// definition it continues, Enter returns that one, to be resumed; another one is an
	// error that is Taken.
	Enter(ctx context.Context, e Entry) (Tournament, error)
	// Entered returns the definition of a tournament that was entered before. If there
	// is none, its error is league.ErrNotFound.
	Entered(ctx context.Context, name string) (league.Tournament, error)
	// Keep keeps what a bisect or a history has come to with its tournament, in place of
	// what was kept before.
	Keep(ctx context.Context, f league.Findings) error
	// Flag returns the flag with which other verbs find the matches: --db FILE
	// or --server URL.
	Flag() string
}

// An Entry is a tournament to be played.
type Entry struct {
	league.Tournament
	Rules     referee.Game
	Positions league.Positions // the explicit start positions, by digest
	Anchor    string           // ID of the bot whose Elo is 0; "" for the mean
	Test      *league.Question // ends a check once it is decided; nil for other tournaments
	Again     bool             // a series that this process has entered before, and told of
	// After is as in engine.Entry, of a series that is played here: this process has entered
	// it with the same bots, or some of them, and tried those that are new.
	After   *engine.Seen
	Known   bool               // of a solo game, without Test: what other tournaments have played is not played again
	LeftOut bool               // what earlier runs left out is played once more; see engine.Entry
	Observe func(engine.Event) // when set, is called with what happens, one event at a time and after it has been counted
}

// Validate returns a usage error if the definition is invalid.
func (e Entry) Validate() error {
	if err := e.Tournament.Validate(); err != nil {
		return league.Usagef("tournament %s: %w", e.ID, err)
	}
	return nil
}

// Taken reports whether Enter failed because there is a tournament of that name with
// another definition.
func Taken(err error) bool {
	var p *client.Problem
	return errors.As(err, new(league.ConflictError)) || errors.As(err, &p) && p.Conflict()
}

// A Tournament is one that has been entered.
type Tournament interface {
	// Definition returns the tournament as it is played. A server may have
	// given it another name.
	Definition() league.Tournament
	// Earlier returns how many matches of earlier runs there are, and how many
	// results of other tournaments count in it.
	Earlier() (own, reused int)
	// Counted waits until the matches of earlier runs are counted.
	Counted() error
	// Seen is what is known of it.
	Seen() *engine.Seen
	// Check returns where the check stands that it plays for.
	Check() check.Status
	// Voids sums up the matches that have been void so far, in earlier runs too.
	Voids() league.Voids
	// Placings returns the ranking by the rules of the format, after the last round that
	// is complete.
	Placings(ctx context.Context) ([]league.Placing, error)
	// Play plays the remaining matches, until there is enough or ctx is done. On a
	// server, the deadline of ctx also pauses the tournament; cancelling ctx does
	// not. Play is called once.
	Play(ctx context.Context) (Ending, error)
	// FaultOf returns the fault of a seat in a match, or nil.
	FaultOf(ctx context.Context, match string, seat int) (*referee.Fault, error)
	Close() error
}

// A followed tournament knows what has been seen of it.
type followed struct {
	seen  *engine.Seen
	check *check.Check // nil unless it plays for one
}

// Seen implements Tournament.
func (f followed) Seen() *engine.Seen { return f.seen }

// Check implements Tournament.
func (f followed) Check() (s check.Status) {
	f.seen.Look(func(_ *league.Table, seen *league.Evidence) { s = f.check.Status(seen) })
	return s
}

// An Ending says how Play ended.
type Ending struct {
	Done bool   // no match is left to play
	Why  string // if not Done: why, as a sentence, unless ctx ended it
	Hint string // if not Done: how to continue, as text for the user
}
