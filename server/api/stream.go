package api

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"time"

	"arbiter/server/live"
)

// A watcher that cannot keep up is dropped; the replay has everything.
const (
	DefaultSlow     = 2 * time.Second
	DefaultPatience = 10 * time.Second
)

// window is how many bytes a watcher is sent before it has to have taken them,
// so that slow is slow on any line. It fits into the buffers of a connection,
// and leaves room to say why it ends.
const window = 32 << 10

// pace is the least time between two messages of a connection: an eye follows
// no more than 30 a second, and hundreds of watchers of a fast match would take
// the time of the bots. What comes meanwhile goes into one message.
const pace = 33 * time.Millisecond

// A source is what a live connection reads: a live.Watcher or a live.Reader,
// or the lines of a match that is over.
type source interface {
	Next(ctx context.Context) ([][]byte, error)
	Close()
}

// A sink is a live connection: a websocket or server-sent events.
type sink interface {
	// send sends lines as one message. The error is live.ErrBehind when the
	// client took too long for them.
	send(lines [][]byte) error
	// end ends it: io.EOF after the last line, or why there are no more.
	end(err error)
}

// errEnds ends live connections together with the server.
var errEnds = errors.New("the server ends")

// stream carries a source to the client until either ends.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, src source, first [][]byte) {
	s.streams.Add(1)
	defer s.streams.Done()
	defer src.Close()
	open := s.openSocket
	if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		open = s.openEvents
	}
	to, ctx, err := open(w, r)
	if err != nil {
		return // it has been answered
	}
	s.Metrics.watchers.Inc()
	defer s.Metrics.watchers.Dec()
	err = carry(ctx, src, to, first)
	if errors.Is(err, live.ErrBehind) || errors.Is(err, os.ErrDeadlineExceeded) {
		s.Metrics.dropped.Inc()
	}
	if errors.Is(err, context.Canceled) {
		err = errEnds // or the client has gone, who is told nothing
	}
	to.end(err)
}

// carry returns why there are no more lines, or why they cannot be sent.
func carry(ctx context.Context, src source, to sink, lines [][]byte) error {
	for {
		for len(lines) > 0 {
			n := fit(lines)
			if err := to.send(lines[:n]); err != nil {
				return err
			}
			lines = lines[n:]
		}
		select {
		case <-time.After(pace):
		case <-ctx.Done():
		}
		var err error
		if lines, err = src.Next(ctx); err != nil {
			return err
		}
	}
}

// fit returns how many lines make the next message, at least one.
func fit(lines [][]byte) int {
	size := len(lines[0])
	n := 1
	for n < len(lines) && size+len(lines[n]) <= window {
		size += len(lines[n])
		n++
	}
	return n
}

// Wait waits until the live connections have been told that the server ends,
// which the contexts of their requests say, or until ctx is done. No new ones
// may come: it is called after the Shutdown of the http.Server, which does not
// wait for them.
func (s *Server) Wait(ctx context.Context) {
	told := make(chan struct{})
	go func() {
		s.streams.Wait()
		close(told)
	}()
	select {
	case <-told:
	case <-ctx.Done():
	}
}
