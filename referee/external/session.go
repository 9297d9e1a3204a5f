package external

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"
)

// matchTime is how long a match may wait for its referee, all turns together.
const matchTime = 10 * time.Minute

// A dialect is what a match and its referee write to each other.
type dialect interface {
	start(init []string) []byte // what the referee is sent before the first answer
	answer(dst []byte, a *answer) []byte
	exchange(r *reader, seats int) (*exchange, error) // reads to the next question or the end
}

// dialect returns the dialect of a match.
func (g *Game) dialect() dialect {
	if g.brutaltester {
		return &brutaltester{first: g.info.First.Milliseconds(), later: g.info.Turn.Milliseconds()}
	}
	return engine{}
}

// A session is the source of a match whose referee runs. The referee is given the answers one
// by one or, where they are known, all at once, and its output is read exchange by exchange.
type session struct {
	game    *Game
	dialect dialect
	init    []string // the seats and what the match is started with
	answers []answer // where they are known; nil: they come one by one

	helpers sync.WaitGroup // write what is known
	waited  time.Duration  // for its output
	ended   bool           // it has told the scores

	mu          sync.Mutex // of what follows
	referee     *running   // nil before the start
	interrupted bool
	closed      bool
}

// next implements source.
func (s *session) next(a *answer, seats int) (*exchange, error) {
	var text []byte
	if s.referee == nil {
		if err := s.start(); err != nil {
			return nil, err
		}
		text = s.dialect.start(s.init)
		for i := range s.answers {
			text = s.dialect.answer(text, &s.answers[i])
		}
		if s.answers != nil && s.referee.host {
			text = appendMessage(text, matchEnd)
		}
	} else if s.answers == nil {
		text = s.dialect.answer(nil, a)
	}
	begun := time.Now()
	limit := min(s.game.deadline, matchTime-s.waited)
	if err := s.until(begun.Add(limit)); err != nil {
		return nil, err
	}
	if len(text) > 0 {
		s.write(text)
	}
	x, err := s.dialect.exchange(s.referee.reader, seats)
	s.waited += time.Since(begun)
	if err != nil {
		return nil, s.explain(err, limit)
	}
	s.ended = x.Asks == nil
	return x, nil
}

// start starts the referee, or has one go on that waits for a match.
func (s *session) start() error {
	if _, err := s.game.Digest(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errors.New("the match was closed before its start")
	}
	if s.referee = s.game.take(); s.referee != nil {
		return nil
	}
	r, err := s.game.run()
	if err == nil {
		s.referee = r
	}
	return err
}

// until sets when the referee must have answered.
func (s *session) until(deadline time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.interrupted {
		return errInterrupted
	}
	if s.answers == nil {
		_ = s.referee.in.SetWriteDeadline(deadline) // one that has ended is found by reading
	}
	return s.referee.out.SetReadDeadline(deadline)
}

var errInterrupted = errors.New("interrupted")

// Interrupt ends a wait for the referee, and lets no other begin.
func (s *session) Interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupted = true
	if s.referee != nil && !s.closed {
		_ = s.referee.out.SetReadDeadline(time.Now()) // the write has the same end
	}
}

// write writes to the referee. What it does not take is told by the reading side.
func (s *session) write(text []byte) {
	if s.answers == nil {
		_, _ = s.referee.in.Write(text)
		return
	}
	s.helpers.Go(func() {
		_, _ = s.referee.in.Write(text) // Close ends it
		if !s.referee.host {
			s.referee.in.Close()
		}
	})
}

// explain says why there is no exchange. The referee is ended by that.
func (s *session) explain(err error, limit time.Duration) error {
	s.mu.Lock()
	interrupted := s.interrupted
	s.mu.Unlock()
	switch {
	case interrupted:
		return errInterrupted
	case errors.Is(err, os.ErrDeadlineExceeded) && s.referee.program.AwaitEnd(0):
		status, failed := s.referee.program.End()
		err = errors.Join(fmt.Errorf("it %s before the scores, and what it started holds its stdout open", ending(status, true)), failed)
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = fmt.Errorf("it sent neither a question nor the scores within %v", limit.Round(time.Second))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		gone := s.referee.program.AwaitEnd(exitGrace)
		status, failed := s.referee.program.End()
		err = errors.Join(fmt.Errorf("%w: it %s", errEnded, ending(status, gone)), failed)
	}
	return err
}

// errEnded is the error of a referee that closed its output too early.
var errEnded = errors.New("its output ended before the scores")

// exitGrace is how long a referee that closed its output may take to end.
const exitGrace = time.Second

// ending says how a process ended; gone tells that it had ended before it was killed.
func ending(status syscall.WaitStatus, gone bool) string {
	switch {
	case status.Exited():
		return fmt.Sprintf("exited with status %d", status.ExitStatus())
	case gone:
		return fmt.Sprintf("was killed by signal %s", status.Signal())
	}
	return "closed its stdout"
}

// stderr returns the end of what the referee wrote there. It is complete after Close.
func (s *session) stderr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.referee == nil {
		return ""
	}
	return s.referee.stderr()
}

// Close kills the referee and all that it started, or lets it wait for another match.
func (s *session) Close() error {
	s.mu.Lock()
	again := s.ended && !s.interrupted
	begun, closed := s.referee != nil, s.closed
	s.closed = true
	s.mu.Unlock()
	switch {
	case !begun || closed:
		return nil
	case again:
		return s.game.giveBack(s.referee, s.answers != nil)
	}
	defer s.helpers.Wait()
	return s.referee.end()
}
