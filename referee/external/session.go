package external

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee"
	"arbiter/referee/process"
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

	program *process.Program
	in      *os.File
	reader  *reader
	helpers sync.WaitGroup // read its stderr, write what is known
	waited  time.Duration  // for its output

	mu          sync.Mutex // of what follows
	out, errs   *os.File
	tail        referee.Tail // of its stderr
	interrupted bool
	closed      bool
}

// next implements source.
func (s *session) next(a *answer, seats int) (*exchange, error) {
	var text []byte
	if s.program == nil {
		if err := s.start(); err != nil {
			return nil, err
		}
		text = s.dialect.start(s.init)
		for i := range s.answers {
			text = s.dialect.answer(text, &s.answers[i])
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
	x, err := s.dialect.exchange(s.reader, seats)
	s.waited += time.Since(begun)
	if err != nil {
		return nil, s.explain(err, limit)
	}
	return x, nil
}

// start starts the referee.
func (s *session) start() error {
	if _, err := s.game.Digest(); err != nil {
		return err
	}
	var theirs [3]*os.File
	var ours [3]*os.File
	for i := range theirs {
		read, write, err := os.Pipe()
		if err != nil {
			return fmt.Errorf("open a pipe: %w", err)
		}
		theirs[i], ours[i] = write, read
		if i == 0 {
			theirs[i], ours[i] = read, write
		}
		defer theirs[i].Close()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errors.Join(errors.New("the match was closed before its start"), ours[0].Close(), ours[1].Close(), ours[2].Close())
	}
	s.in, s.out, s.errs = ours[0], ours[1], ours[2]
	s.reader = newReader(s.out)
	for _, file := range theirs {
		if err := unix.SetNonblock(int(file.Fd()), false); err != nil {
			return fmt.Errorf("open a pipe: %w", err)
		}
	}
	err := process.OnAllCPUs(func() (err error) { // it is not to take the time of the bots on the match's CPU
		s.program, err = s.game.launch(theirs)
		return err
	})
	var mistake *process.SpecError
	if errors.As(err, &mistake) {
		return mistake // without that it was a bot
	}
	if err != nil {
		return err
	}
	s.helpers.Go(s.hear)
	return nil
}

// launch starts the referee of a match.
func (g *Game) launch(files [3]*os.File) (*process.Program, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.kept {
		return nil, errKept
	}
	spec := g.spec
	spec.Command = g.command()
	return g.table.Launch(spec, files)
}

// hear keeps the end of the referee's stderr.
func (s *session) hear() {
	buf := make([]byte, 4<<10)
	for {
		n, err := s.errs.Read(buf)
		s.mu.Lock()
		s.tail.Add(buf[:n])
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// until sets when the referee must have answered.
func (s *session) until(deadline time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.interrupted {
		return errInterrupted
	}
	if s.answers == nil {
		_ = s.in.SetWriteDeadline(deadline) // one that has ended is found by reading
	}
	return s.out.SetReadDeadline(deadline)
}

var errInterrupted = errors.New("interrupted")

// Interrupt ends a wait for the referee, and lets no other begin.
func (s *session) Interrupt() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.interrupted = true
	if s.out != nil && !s.closed {
		_ = s.out.SetReadDeadline(time.Now()) // the write has the same end
	}
}

// write writes to the referee. What it does not take is told by the reading side.
func (s *session) write(text []byte) {
	if s.answers == nil {
		_, _ = s.in.Write(text)
		return
	}
	s.helpers.Go(func() {
		_, _ = s.in.Write(text) // Close ends it
		s.in.Close()
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
	case errors.Is(err, os.ErrDeadlineExceeded) && s.program.AwaitEnd(0):
		status, failed := s.program.End()
		err = errors.Join(fmt.Errorf("it %s before the scores, and what it started holds its stdout open", ending(status, true)), failed)
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = fmt.Errorf("it sent neither a question nor the scores within %v", limit.Round(time.Second))
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		gone := s.program.AwaitEnd(exitGrace)
		status, failed := s.program.End()
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

// Stderr returns the end of what the referee wrote there. It is complete after Close.
func (s *session) stderr() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tail.String()
}

// Close kills the referee and all that it started.
func (s *session) Close() error {
	s.mu.Lock()
	begun, closed := s.out != nil, s.closed
	s.closed = true
	s.mu.Unlock()
	if !begun || closed {
		return nil
	}
	var err error
	if s.program != nil {
		_, err = s.program.End()
	}
	s.in.Close()
	s.out.Close()
	_ = s.errs.SetReadDeadline(time.Now().Add(exitGrace)) // what it has written is there; who holds it open is not waited for
	s.helpers.Wait()
	s.errs.Close()
	return err
}
