package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"regexp"
	"time"

	"github.com/go-chi/chi/v5"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/live"
	"arbiter/server/scheduler"
)

// liveFeed streams the server's events, each as a line of JSON: first a hello
// with the running matches, then every scheduler.Event.
func (s *Server) liveFeed(w http.ResponseWriter, r *http.Request) {
	reader, err := s.Feed.Subscribe()
	if err != nil {
		writeProblem(w, s.problem(err))
		return
	}
	hello, err := encode(struct {
		Type    string              `json:"type"`
		Playing []scheduler.Running `json:"playing"`
	}{"hello", s.Scheduler.Playing()})
	if err != nil {
		reader.Close()
		writeProblem(w, s.problem(err))
		return
	}
	s.stream(w, r, reader, [][]byte{hello})
}

var matchID = regexp.MustCompile(`^[0-9a-f]{20}$`)

// liveMatch streams the lines of a match's full export: those so far, then each
// as it is played. A finished match is streamed at once.
func (s *Server) liveMatch(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "match")
	if !matchID.MatchString(id) {
		writeProblem(w, s.problem(fmt.Errorf("match %.40q: %w", id, league.ErrNotFound)))
		return
	}
	src, err := s.watch(r.Context(), id)
	if err != nil {
		writeProblem(w, s.problem(err))
		return
	}
	s.stream(w, r, src, nil)
}

// watch returns the source of a match that is running, finished, or queued.
func (s *Server) watch(ctx context.Context, id string) (source, error) {
	watcher, err := s.Live.Subscribe(id)
	if err == nil {
		return watcher, nil
	}
	if !errors.Is(err, live.ErrNotRunning) {
		return nil, err
	}
	if _, queued := s.Scheduler.SingleMatch(id); queued {
		return &queuedMatch{server: s, id: id}, nil
	}
	rec, g, err := s.record(ctx, id)
	if err != nil {
		return nil, err
	}
	return newFinishedMatch(rec, g), nil
}

// finishedMatch is the source of a match that has been played. It makes the
// lines as they are sent: all at once would take the memory of a long match for
// as long as its slowest watcher.
type finishedMatch struct {
	next func() ([]byte, error, bool)
	stop func()
}

func newFinishedMatch(rec *replay.Record, g referee.Game) *finishedMatch {
	next, stop := iter.Pull2(fullLines(rec, g))
	return &finishedMatch{next, stop}
}

// Next returns the next lines, about as many as a message holds.
func (f *finishedMatch) Next(context.Context) ([][]byte, error) {
	var lines [][]byte
	for size := 0; size < window; {
		line, err, more := f.next()
		if !more && len(lines) == 0 {
			return nil, io.EOF
		}
		if !more {
			break
		}
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
		size += len(line)
	}
	return lines, nil
}

func (f *finishedMatch) Close() { f.stop() }

// queuedMatch is the source of a match that no worker has taken yet.
type queuedMatch struct {
	server *Server
	id     string
	source // nil until the match starts
}

// startPoll is the interval at which a queued match is polled for its start.
const startPoll = 100 * time.Millisecond

func (q *queuedMatch) Next(ctx context.Context) ([][]byte, error) {
	for q.source == nil {
		single, known := q.server.Scheduler.SingleMatch(q.id)
		if known && single.Status == scheduler.Lost {
			return nil, errors.New(single.Why)
		}
		if !known || single.Status == scheduler.Playing {
			src, err := q.server.watch(ctx, q.id)
			if err != nil {
				return nil, err
			}
			if _, queued := src.(*queuedMatch); !queued {
				q.source = src
				break
			}
		}
		select {
		case <-time.After(startPoll):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return q.source.Next(ctx)
}

func (q *queuedMatch) Close() {
	if q.source != nil {
		q.source.Close()
	}
}
