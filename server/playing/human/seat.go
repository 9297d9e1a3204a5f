package human

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/cond"
)

// Reasons for a match that is Left.
var (
	errGaveUp = errors.New("you gave up")
	errAway   = errors.New("you were away for too long")
)

// A seat is a human's seat in one match. The match asks it as a referee.Player;
// requests read its state and answer from other goroutines.
type seat struct {
	game  string
	owner string        // see dispatch.Work
	at    int           // number of the seat
	away  time.Duration // see Lobby.Away

	match referee.Match           // used by Ask alone
	end   context.CancelCauseFunc // ends the match

	mu       sync.Mutex
	guide    referee.Guide
	phase    Phase
	ask      referee.Ask // the last question, its input cloned
	askedAt  time.Time
	line     string // the answer to it
	why      string
	result   referee.Result
	seen     time.Time     // last request of the human
	answered chan struct{} // receives once an answer
	changed  cond.Var      // the phase
}

func newSeat(game string, at int, guide referee.Guide, away time.Duration, end context.CancelCauseFunc) *seat {
	return &seat{
		game: game, at: at, away: away, guide: guide, end: end, phase: Waiting, seen: time.Now(),
		answered: make(chan struct{}, 1),
	}
}

// Ask implements referee.Player.
func (s *seat) Ask(ask referee.Ask) {
	ask.Input = append([]byte(nil), ask.Input...)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guide.Update(s.match, ask)
	s.phase, s.ask, s.askedAt, s.line = Asked, ask, time.Now(), ""
	s.changed.Broadcast()
}

// Reply implements referee.Player. A human has no time limit while present: the
// match ends when no request has come for the away limit.
func (s *seat) Reply(ctx context.Context) (referee.Reply, error) {
	timer := time.NewTimer(s.away)
	defer timer.Stop()
	for {
		select {
		case <-s.answered:
			s.mu.Lock()
			defer s.mu.Unlock()
			return referee.Reply{Lines: []string{s.line}, Wall: time.Since(s.askedAt)}, nil
		case <-ctx.Done():
			return referee.Reply{}, ctx.Err()
		case <-timer.C:
			left := s.awayLeft()
			if left <= 0 {
				s.end(errAway)
				return referee.Reply{}, errAway
			}
			timer.Reset(left)
		}
	}
}

// awayLeft returns how much longer the human may be away.
func (s *seat) awayLeft() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.away - time.Since(s.seen)
}

// Finish implements referee.Player.
func (*seat) Finish() {}

// Close implements referee.Player.
func (s *seat) Close() ([]byte, error) { return nil, nil }

// answer takes the answer to a turn. Repeating the same answer is not an error.
func (s *seat) answer(turn int, line string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = time.Now()
	switch {
	case turn == s.ask.Turn && s.phase != Asked && s.line == line && line != "":
		return nil
	case s.phase.ended():
		return league.Conflictf("the match is over")
	case turn < s.ask.Turn || turn == s.ask.Turn && s.phase != Asked:
		return league.Conflictf("turn %d has been answered", turn)
	case turn > s.ask.Turn:
		return league.Conflictf("turn %d has not come yet", turn)
	case strings.ContainsAny(line, "\r\n"):
		return league.Usagef("found a line break; want one line")
	}
	if err := s.guide.Check(line); err != nil {
		return league.UsageError{Err: err}
	}
	s.line, s.phase = line, Waiting
	s.changed.Broadcast()
	s.answered <- struct{}{} // never blocks: one answer per question
	return nil
}

// finish sets the phase of a match that has ended, and its result or the reason
// why it has none.
func (s *seat) finish(phase Phase, why string, result referee.Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase, s.why, s.result = phase, why, result
	s.changed.Broadcast()
}

// state returns the human's view of the match, with the choices that can follow
// the prefix of an answer.
func (s *seat) state(prefix string) State {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = time.Now()
	state := State{
		Game: s.game, Seat: s.at, Owner: s.owner, Phase: s.phase, Turn: s.ask.Turn, Input: string(s.ask.Input),
		Answer: s.line, Why: s.why, Result: s.result,
	}
	if s.phase == Asked {
		state.Choices = s.guide.Choices(prefix)
	}
	return state
}

// wait blocks until a later turn than the given one is asked, the match has
// ended, or ctx is done.
func (s *seat) wait(ctx context.Context, turn int) {
	_ = s.changed.Wait(ctx, &s.mu, func() bool { return s.phase.ended() || s.phase == Asked && s.ask.Turn > turn })
}
