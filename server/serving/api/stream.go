package api

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"time"

	"arbiter/server/playing/live"
)

// Limits after which a live connection that falls behind is dropped. The replay
// still has everything. See Config.
const (
	DefaultSlow     = 2 * time.Second
	DefaultPatience = 10 * time.Second
)

// window is the maximum number of bytes in flight to a client. Counting bytes
// and not lines makes Slow mean the same on any line. A window fits into the
// buffers of a connection with room for a close frame behind it.
const window = 32 << 10

// pace is the minimum interval between two messages of a connection; lines that
// arrive meanwhile share a message. 30 a second is enough for the eye, and the
// messages of hundreds of watchers would otherwise take CPU time from the bots.
const pace = 33 * time.Millisecond

// A source yields the lines of a live connection: a live.Watcher, a live.Reader,
// or a match that is finished or queued.
type source interface {
	Next(ctx context.Context) ([][]byte, error)
	Close()
}

// A sink is the client's end of a live connection: a websocket or server-sent
// events.
type sink interface {
	// send sends lines as one message. It returns live.ErrBehind when the client
	// takes longer than Config.Slow to receive them.
	send(lines [][]byte) error
	// end closes the connection with a reason: io.EOF after the last line, or why
	// there are no more.
	end(reason error)
}

// errEnds is the reason with which live connections are closed at shutdown.
var errEnds = errors.New("the server is shutting down")

// stream copies a source to the client until either ends. first is sent before
// the source's lines.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, src source, first [][]byte) {
	s.streams.Add(1)
	defer s.streams.Done()
	defer src.Close()
	open := s.openSocket
	if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		open = s.openEventStream
	}
	to, ctx, err := open(w, r)
	if err != nil {
		return // open has responded
	}
	s.Metrics.watchers.Inc()
	defer s.Metrics.watchers.Dec()
	err = copyLines(ctx, src, to, first)
	if errors.Is(err, live.ErrBehind) || errors.Is(err, os.ErrDeadlineExceeded) {
		s.Metrics.dropped.Inc()
	}
	if errors.Is(err, context.Canceled) {
		err = errEnds // or the client has gone, and end reaches nobody
	}
	to.end(err)
}

// copyLines sends lines and then those of src. It returns why it stopped.
func copyLines(ctx context.Context, src source, to sink, lines [][]byte) error {
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

// fit returns how many of the lines fit into a window, at least one.
func fit(lines [][]byte) int {
	size := len(lines[0])
	n := 1
	for n < len(lines) && size+len(lines[n]) <= window {
		size += len(lines[n])
		n++
	}
	return n
}

// Wait waits until all live connections are closed or ctx is done. Cancelling
// the contexts of their requests closes them. Call it after Shutdown of the
// http.Server, which does not wait for hijacked connections, so that no new ones
// can begin.
func (s *Server) Wait(ctx context.Context) {
	closed := make(chan struct{})
	go func() {
		s.streams.Wait()
		close(closed)
	}()
	select {
	case <-closed:
	case <-ctx.Done():
	}
}
