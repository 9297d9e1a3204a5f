package selfplay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"arbiter/referee"
)

// A rival plays one seat of an env, so that the program that drives the session
// answers for the others only.
type rival struct {
	player referee.Player
	policy Policy
	seat   int
	limit  time.Duration // for an answer
}

// errRival says that a match cannot go on, and that it is not the program's mistake.
var errRival = errors.New("the opponent failed, and the env is closed")

// Against sets the policy that plays a seat of the matches that are reset with one. limit is
// its time for an answer; 0 means DefaultLimit.
func (s *EnvSession) Against(p Policy, limit time.Duration) {
	if limit == 0 {
		limit = DefaultLimit
	}
	s.opponent, s.limit = p, limit
}

// newRival starts the session's opponent for a match.
func (s *EnvSession) newRival(seat int, seed int64) (*rival, error) {
	switch seats := s.game.Info().MaxSeats; {
	case s.opponent == nil:
		return nil, errors.New("opponent: want a session started with --opponent BOT")
	case seat < 0 || seat >= seats:
		return nil, fmt.Errorf("opponent: found seat %d; want 0 to %d", seat, seats-1)
	}
	policy := withSeeds(slices.Repeat([]Policy{s.opponent}, seat+1), seed)[seat]
	player, err := policy.Start(s.limit)
	if err != nil {
		return nil, fmt.Errorf("opponent %v: %w", policy, err)
	}
	return &rival{player, policy, seat, s.limit}, nil
}

// answer asks the rival and lets the match hold its answer for the next step.
func (r *rival) answer(m referee.Match, turn int) error {
	input := bytes.Clone(m.Input(r.seat, nil))
	r.player.Ask(referee.Ask{Turn: turn, Seat: r.seat, Input: input, Lines: m.Lines(r.seat), Limit: r.limit})
	reply, err := r.player.Reply(context.Background())
	if err != nil {
		return fmt.Errorf("%w: turn %d: %w", errRival, turn, err)
	}
	m.Answer(r.seat, reply.Lines)
	return nil
}

// asked returns the seats that the program answers for now.
func (e *env) asked() referee.Seats {
	if e.rival == nil {
		return e.match.Asked()
	}
	return e.match.Asked().Without(e.rival.seat)
}

// end ends the env's rival, if it has one.
func (e *env) end() {
	if e.rival != nil {
		// What it says in its end concerns a match that nobody looks at any more.
		_, _ = e.rival.player.Close()
		e.rival = nil
	}
}
