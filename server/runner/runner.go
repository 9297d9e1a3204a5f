// Package runner plays tournaments and reads matches, in this process with a
// database or on a server, behind one interface: the verbs run and check do
// not see which. Local and Remote are the two Runners; a Library reads what
// was played. The package knows no command line and no SQL.
package runner

import (
	"context"
	"strings"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// A Runner is where tournaments are played.
type Runner interface {
	// Resolve finds and builds bots as they were typed, in order.
	Resolve(ctx context.Context, game string, typed []string) ([]league.Bot, error)
	// ByDigest returns a bot by its digest, where bots are remembered.
	ByDigest(ctx context.Context, game, digest string) (league.Bot, bool, error)
	// Enter creates a tournament of bots that were resolved, or finds the one of
	// its name and resumes it.
	Enter(ctx context.Context, e Entry) (Tournament, error)
	// Flag returns the flag that leads other verbs to the matches: --db FILE or
	// --server URL.
	Flag() string
}

// An Entry is a tournament that is to be played.
type Entry struct {
	league.Tournament
	Rules     referee.Game
	Positions league.Positions // texts of the explicit start positions
	Anchor    string           // ID of the bot whose Elo is 0; "" for the mean
	Test      *rating.SPRT     // of a check, which ends when it is decided; or nil
}

// Validate returns what is wrong with the definition.
func (e Entry) Validate() error {
	if err := e.Tournament.Validate(); err != nil {
		return league.Usagef("tournament %s: %w", e.ID, err)
	}
	return nil
}

// A Tournament is one that has been entered.
type Tournament interface {
	// Definition returns what is played; a server may have given it another name.
	Definition() league.Tournament
	// Earlier hands the matches of earlier runs to add, perhaps while Play has
	// begun, and returns how many there are. wait returns after the last one.
	Earlier(ctx context.Context, add func(league.Match)) (n int, wait func() error, err error)
	// Play plays what is left, and hands each match to add until that reports
	// that it has enough. It also ends when ctx is done; a deadline ends what a
	// server does, an interrupt does not. It is called once.
	Play(ctx context.Context, add func(league.Match) (enough bool)) (Ending, error)
	// FaultOf returns the seat's fault in a match, or nil.
	FaultOf(ctx context.Context, match string, seat int) (*referee.Fault, error)
	Close() error
}

// An Ending is how playing a tournament ended.
type Ending struct {
	Done bool   // nothing is left to play
	Why  string // why not, as a sentence, when that is not the caller's doing
	Hint string // how to continue, for people
}

// Quote quotes a word of a command line when a shell would split it.
func Quote(word string) string {
	if strings.ContainsAny(word, " \t\"'$&|;<>()*?[]#~`\\") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
