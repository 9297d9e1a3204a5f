package main

import (
	"context"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// A venue is where tournaments are played: in this process with a database, or
// on a server. The verbs run and check do not see which.
type venue interface {
	// find finds and builds bots as they are typed, in order.
	find(ctx context.Context, game string, typed []string) ([]league.Bot, error)
	// known finds a bot by its digest, where bots are remembered.
	known(ctx context.Context, game, digest string) (league.Bot, bool, error)
	// enter makes a tournament of bots that were found, or finds the one of its
	// name to go on with.
	enter(ctx context.Context, e entry) (contest, error)
	// flag is what leads other verbs to the matches: --db FILE or --server URL.
	flag() string
}

// An entry is a tournament that is to be played.
type entry struct {
	league.Tournament
	game   referee.Game
	setups map[string][]byte // texts of explicit start positions, by digest
	anchor string            // ID of the bot whose Elo is 0; "" for the mean
	test   *rating.SPRT      // of a check, which ends when it is decided; or nil
}

// check returns what is wrong with the definition.
func (e entry) check() error {
	if err := e.Validate(); err != nil {
		return league.Usagef("tournament %s: %w", e.ID, err)
	}
	return nil
}

// now is when a tournament begins; the store keeps milliseconds.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// ids returns the bots' IDs in order.
func ids(bots []league.Bot) []string {
	var all []string
	for _, b := range bots {
		all = append(all, b.ID)
	}
	return all
}

// A contest is a tournament that has been entered.
type contest interface {
	// tournament returns what is played; a venue may have given it another name.
	tournament() league.Tournament
	// earlier hands the matches of earlier runs to add, perhaps while play has
	// begun, and returns how many there are. wait returns after the last one.
	earlier(ctx context.Context, add func(league.Match)) (n int, wait func() error, err error)
	// play plays what is left, and hands each match to add until that says that
	// it has had enough. It also ends when ctx is done; a deadline ends what a
	// server does, an interrupt does not. It is called once.
	play(ctx context.Context, add func(league.Match) (enough bool)) (ending, error)
	// faultOf returns the seat's fault in a match, or nil.
	faultOf(ctx context.Context, match string, seat int) (*referee.Fault, error)
	close() error
}

// An ending is how the playing of a contest ended.
type ending struct {
	done bool   // nothing is left to play
	why  string // why not, as a sentence, where that is not the caller's doing
	hint string // how to go on, for people
}

// venue returns the place that the flags name. What a build says that fails is
// for people.
func (r remote) venue(d database, p poolFlags, s streams) (venue, error) {
	if r.Server == "" {
		return newHere(d, p, s.err), nil
	}
	c, err := r.dial(s.token)
	if err != nil {
		return nil, err
	}
	return &away{client: c, remote: r, said: s.err}, nil
}
