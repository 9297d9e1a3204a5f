package transport

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"
)

// Limits after which a live connection that falls behind is dropped. See Streams.
const (
	DefaultSlow     = 2 * time.Second
	DefaultPatience = 10 * time.Second
)

// Window is the maximum number of bytes in flight to a client. Counting bytes
// and not lines makes Slow mean the same on any line. A window fits into the
// buffers of a connection with room for a close frame behind it.
const Window = 32 << 10

// pace is the minimum interval between two messages of a connection; lines that
// arrive meanwhile share a message. 30 a second is enough for the eye, and the
// messages of hundreds of watchers would otherwise take CPU time from the bots.
const pace = 33 * time.Millisecond

// Streams are the live connections of a server: websockets and server-sent
// events. They are safe for concurrent use.
type Streams struct {
	// A client that needs longer than Slow to take what it was sent is dropped, with
	// Behind as the reason. A write that makes no progress for Patience ends the
	// connection.
	Slow, Patience time.Duration
	// Behind is the error of a client that is dropped. A Source may return it, too.
	Behind   error
	Watchers prometheus.Gauge   // open connections
	Dropped  prometheus.Counter // those that fell behind
	// Each is how many connections one client may have, also such as it never reads from.
	Each int

	open sync.WaitGroup

	mu     sync.Mutex
	counts map[string]int // open connections by client
}

// Admit returns the handler of a live connection that is refused to a client that has too
// many.
func (s *Streams) Admit(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		client := clientOf(r.Context())
		s.mu.Lock()
		if s.counts == nil {
			s.counts = map[string]int{}
		}
		open := s.counts[client]
		if open < s.Each {
			s.counts[client]++
		}
		s.mu.Unlock()
		if open >= s.Each {
			WriteProblem(w, huma.Error429TooManyRequests(fmt.Sprintf("%s has %d live connections open, of %d; close one", nameOf(r.Context()), open, s.Each)))
			return
		}
		defer func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.counts[client]--; s.counts[client] == 0 {
				delete(s.counts, client)
			}
		}()
		next(w, r)
	}
}

// A Source yields the lines of a live connection. Next waits for the next lines;
// io.EOF is the end.
type Source interface {
	Next(ctx context.Context) ([][]byte, error)
	Close()
}

// A sink is the client's end of a live connection: a websocket or server-sent
// events.
type sink interface {
	// send sends lines as one message. It returns Streams.Behind when the client
	// takes longer than Streams.Slow to receive them.
	send(lines [][]byte) error
	// end closes the connection with a reason: io.EOF after the last line, or why
	// there are no more.
	end(reason error)
}

// errEnds is the reason with which live connections are closed at shutdown.
var errEnds = errors.New("the server is shutting down")

// Copy copies a source to the client until either ends. first is sent before the
// source's lines.
func (s *Streams) Copy(w http.ResponseWriter, r *http.Request, src Source, first [][]byte) {
	s.open.Add(1)
	defer s.open.Done()
	defer src.Close()
	open := s.openSocket
	if strings.Contains(r.Header.Get("Accept"), "text/event-stream") {
		open = s.openEventStream
	}
	to, ctx, err := open(w, r)
	if err != nil {
		return // open has responded
	}
	s.Watchers.Inc()
	defer s.Watchers.Dec()
	err = copyLines(ctx, src, to, first)
	if errors.Is(err, s.Behind) || errors.Is(err, os.ErrDeadlineExceeded) {
		s.Dropped.Inc()
	}
	if errors.Is(err, context.Canceled) {
		err = errEnds // or the client has gone, and end reaches nobody
	}
	to.end(err)
}

// copyLines sends lines and then those of src. It returns why it stopped.
func copyLines(ctx context.Context, src Source, to sink, lines [][]byte) error {
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
	for n < len(lines) && size+len(lines[n]) <= Window {
		size += len(lines[n])
		n++
	}
	return n
}

// Wait waits until all live connections are closed or ctx is done. Cancelling
// the contexts of their requests closes them. Call it after Shutdown of the
// http.Server, which does not wait for hijacked connections, so that no new ones
// can begin.
func (s *Streams) Wait(ctx context.Context) {
	closed := make(chan struct{})
	go func() {
		s.open.Wait()
		close(closed)
	}()
	select {
	case <-closed:
	case <-ctx.Done():
	}
}
