package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"time"

	"github.com/go-chi/chi/v5"

	"arbiter/server/league"
	"arbiter/server/live"
	"arbiter/server/scheduler"
)

// liveFeed tells what happens on the server: a line of JSON for each
// scheduler.Event, and first one with everything that runs.
func (s *Server) liveFeed(w http.ResponseWriter, r *http.Request) {
	reader, err := s.Feed.Read()
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
	watcher, err := s.Hub.Watch(id)
	if err == nil {
		return watcher, nil
	}
	if !errors.Is(err, live.ErrNotRunning) {
		return nil, err
	}
	if _, waits := s.Scheduler.Single(id); waits {
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
		single, waits := w.server.Scheduler.Single(w.id)
		if waits && single.Stage == scheduler.Lost {
			return nil, errors.New(single.Why)
		}
		if !waits || single.Stage == scheduler.Playing {
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

// refuse answers a request that does not become a stream.
func (s *Server) refuse(w http.ResponseWriter, _ *http.Request, err error) {
	writeProblem(w, s.problem(err))
}
