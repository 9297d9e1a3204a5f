package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"arbiter/server/league"
	"arbiter/server/live"
	"arbiter/server/scheduler"
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

// A source is what a live connection reads: a live.Subscriber or a live.FeedSubscriber,
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

// liveFeed tells what happens on the server: a line of JSON for each
// scheduler.Event, and first one with everything that runs.
func (s *Server) liveFeed(w http.ResponseWriter, r *http.Request) {
	reader, err := s.Feed.Subscribe()
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	first, err := encode(struct {
		Type    string              `json:"type"`
		Playing []scheduler.Running `json:"playing"`
	}{"hello", s.Scheduler.Playing()})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.stream(w, r, reader, [][]byte{first})
}

var matchID = regexp.MustCompile(`^[0-9a-f]{20}$`)

// liveMatch shows a match: the lines of its full export so far, then each as
// it is played. One that is over is shown at once.
func (s *Server) liveMatch(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "match")
	if !matchID.MatchString(id) {
		s.refuse(w, r, fmt.Errorf("match %.40q: %w", id, league.ErrNotFound))
		return
	}
	src, err := s.watch(r.Context(), id)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.stream(w, r, src, nil)
}

// waitForStart is how often a match that waits for a worker is looked at.
const waitForStart = 100 * time.Millisecond

// watch finds a match: running, over, or waiting for a worker.
func (s *Server) watch(ctx context.Context, id string) (source, error) {
	watcher, err := s.Live.Subscribe(id)
	if err == nil {
		return watcher, nil
	}
	if !errors.Is(err, live.ErrNotRunning) {
		return nil, err
	}
	if _, waits := s.Scheduler.SingleMatch(id); waits {
		return &waiting{server: s, id: id}, nil
	}
	lines, err := s.lines(ctx, id)
	if err != nil {
		return nil, err
	}
	return &over{lines}, nil
}

// over is the source of a match that is over.
type over struct{ lines [][]byte }

func (o *over) Next(context.Context) ([][]byte, error) {
	if len(o.lines) == 0 {
		return nil, io.EOF
	}
	lines := o.lines
	o.lines = nil
	return lines, nil
}

func (o *over) Close() {}

// waiting is the source of a match that no worker has taken yet.
type waiting struct {
	server *Server
	id     string
	source // once it has begun
}

func (w *waiting) Next(ctx context.Context) ([][]byte, error) {
	for w.source == nil {
		single, waits := w.server.Scheduler.SingleMatch(w.id)
		if waits && single.Status == scheduler.Lost {
			return nil, errors.New(single.Why)
		}
		if !waits || single.Status == scheduler.Playing {
			found, err := w.server.watch(ctx, w.id)
			if err != nil {
				return nil, err
			}
			if _, still := found.(*waiting); !still {
				w.source = found
				break
			}
		}
		select {
		case <-time.After(waitForStart):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return w.source.Next(ctx)
}

func (w *waiting) Close() {
	if w.source != nil {
		w.source.Close()
	}
}

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

// refuse answers a request that does not become a stream.
func (s *Server) refuse(w http.ResponseWriter, _ *http.Request, err error) {
	writeProblem(w, s.problem(err))
}
