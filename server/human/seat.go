package human

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/server/cond"
	"arbiter/server/league"
)

// A Stage is how a person's match stands.
type Stage string

// The stages.
const (
	Asked   Stage = "asked"   // it is the person's turn
	Waiting Stage = "waiting" // for the others, or for the start
	Over    Stage = "over"    // it has a result
	Left    Stage = "left"    // the person gave up or went away; it has none
	Lost    Stage = "lost"    // the machine could not play it, or the server ended; it has none
)

// ended reports whether the match goes on no more.
func (s Stage) ended() bool { return s == Over || s == Left || s == Lost }

// Why a person's match has no result.
var (
	errGaveUp = errors.New("you gave up")
	errAway   = errors.New("you were away for too long")
)

// A State is what a person is told of his match.
type State struct {
	ID      string
	Game    string
	Seat    int
	Stage   Stage
	Turn    int            // of the last question, from 1; 0 before the first
	Input   string         // what the seat is sent in that turn, as a bot would be
	Choices Choices        // what may be answered, when Stage is Asked
	Answer  string         // what was answered, when it has been
	Why     string         // why the match is Left or Lost
	Result  referee.Result // of a match that is Over
}

// A seat is a person's place in one match. The match asks it as a
// referee.Player; requests look at it and answer from other goroutines.
type seat struct {
	game string
	at   int           // number of the seat
	away time.Duration // see Lobby.Away

	match referee.Match           // used by Ask alone
	end   context.CancelCauseFunc // ends the match

	mu       sync.Mutex
	advice   Advice
	stage    Stage
	ask      referee.Ask // the last question, its input cloned
	begun    time.Time   // when it was asked
	line     string      // the answer to it
	why      string
	result   referee.Result
	seen     time.Time     // when the person was heard of last
	answered chan struct{} // gets the answer's signal
	changed  cond.Var      // of the stage
}

func newSeat(game string, at int, advice Advice, away time.Duration, end context.CancelCauseFunc) *seat {
	return &seat{
		game: game, at: at, away: away, advice: advice, end: end, stage: Waiting, seen: time.Now(),
		answered: make(chan struct{}, 1),
	}
}

// change does something to the stage and wakes up who waits for it.
func (s *seat) change(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
	s.changed.Broadcast()
}

// Ask implements referee.Player.
func (s *seat) Ask(ask referee.Ask) {
	ask.Input = append([]byte(nil), ask.Input...)
	s.change(func() {
		s.advice.See(s.match, ask)
		s.stage, s.ask, s.begun, s.line = Asked, ask, time.Now(), ""
	})
}

// Reply implements referee.Player. A person has as long as he likes, while he
// is there.
func (s *seat) Reply(ctx context.Context) (referee.Reply, error) {
	patience := time.NewTimer(s.away)
	defer patience.Stop()
	for {
		select {
		case <-s.answered:
			s.mu.Lock()
			defer s.mu.Unlock()
			return referee.Reply{Lines: []string{s.line}, Wall: time.Since(s.begun)}, nil
		case <-ctx.Done():
			return referee.Reply{}, ctx.Err()
		case <-patience.C:
			left := s.patience()
			if left <= 0 {
				s.end(errAway)
				return referee.Reply{}, errAway
			}
			patience.Reset(left)
		}
	}
}

// patience returns how much longer the person may be silent.
func (s *seat) patience() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.away - time.Since(s.seen)
}

// Close implements referee.Player.
func (s *seat) Close() ([]byte, error) { return nil, nil }

// answer takes the answer to a turn. The same one again is no error.
func (s *seat) answer(turn int, line string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = time.Now()
	switch {
	case turn == s.ask.Turn && s.stage != Asked && s.line == line && line != "":
		return nil
	case s.stage.ended():
		return league.Conflictf("the match is over")
	case turn < s.ask.Turn || turn == s.ask.Turn && s.stage != Asked:
		return league.Conflictf("turn %d has been answered", turn)
	case turn > s.ask.Turn:
		return league.Conflictf("turn %d has not come yet", turn)
	case strings.ContainsAny(line, "\r\n"):
		return league.Usagef("a line break in it; want one line")
	}
	if err := s.advice.Check(line); err != nil {
		return league.UsageError{Err: err}
	}
	s.line, s.stage = line, Waiting
	s.changed.Broadcast()
	s.answered <- struct{}{} // it has room: one answer a question
	return nil
}

// became notes what became of the match.
func (s *seat) became(stage Stage, why string, result referee.Result) {
	s.change(func() { s.stage, s.why, s.result = stage, why, result })
}

// state returns how things stand. Choices go on after the beginning of an
// answer.
func (s *seat) state(begun string) State {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = time.Now()
	state := State{
		Game: s.game, Seat: s.at, Stage: s.stage, Turn: s.ask.Turn, Input: string(s.ask.Input),
		Answer: s.line, Why: s.why, Result: s.result,
	}
	if s.stage == Asked {
		state.Choices = s.advice.Choices(begun)
	}
	return state
}

// wait waits until a later turn is asked than the given one, or the match has
// ended, or ctx is done.
func (s *seat) wait(ctx context.Context, turn int) {
	_ = s.changed.Wait(ctx, &s.mu, func() bool {
		return s.stage.ended() || s.stage == Asked && s.ask.Turn > turn
	})
}
