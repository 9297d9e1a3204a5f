package api

import (
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/playing/live"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
)

// liveFeed streams the server's events, each as a line of JSON: first a hello
// with the running matches and whether they cannot be watched, then every
// scheduler.Event.
func (s *Server) liveFeed(w http.ResponseWriter, r *http.Request) {
	reader, err := s.Feed.Subscribe()
	if err != nil {
		transport.WriteProblem(w, s.problem(r.Context(), err))
		return
	}
	hello, err := encode(struct {
		Type      string              `json:"type"`
		Playing   []scheduler.Running `json:"playing"`
		Unwatched bool                `json:"unwatched,omitempty"`
	}{"hello", s.Scheduler.Playing(), s.Live.Unwatched})
	if err != nil {
		reader.Close()
		transport.WriteProblem(w, s.problem(r.Context(), err))
		return
	}
	s.streams.Copy(w, r, reader, [][]byte{hello})
}

// liveMatch streams the lines of a match's full export: those so far, then each
// as it is played. A finished match is streamed at once.
func (s *Server) liveMatch(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "match")
	if err := (MatchPath{id}).Check(); err != nil {
		transport.WriteProblem(w, err)
		return
	}
	src, err := s.watch(r.Context(), id)
	if err != nil {
		transport.WriteProblem(w, s.problem(r.Context(), err))
		return
	}
	s.streams.Copy(w, r, src, nil)
}

// watch returns the source of a match that is running, finished, or queued.
func (s *Server) watch(ctx context.Context, id string) (transport.Source, error) {
	watcher, err := s.Live.Subscribe(id)
	switch {
	case err == nil:
		return watcher, nil
	case errors.Is(err, live.ErrUnwatched):
		// A match is saved, and played for whoever asks, before it has ended for s.Live.
		if rec, g, missing := s.record(ctx, id); missing == nil {
			return newFinishedMatch(rec, g), nil
		}
		return nil, err
	case !errors.Is(err, live.ErrNotRunning):
		return nil, err
	}
	if single, queued := s.Scheduler.SingleMatch(id); queued {
		if s.unwatched(single.Match) {
			return nil, live.ErrUnwatched
		}
		return &queuedMatch{server: s, id: id}, nil
	}
	rec, g, err := s.record(ctx, id)
	if err != nil {
		return nil, err
	}
	return newFinishedMatch(rec, g), nil
}

// unwatched reports whether nobody may watch a match while it is played. A human
// sees the board of its own match.
func (s *Server) unwatched(m scheduler.Match) bool {
	return s.Live.Unwatched && !slices.Contains(m.Seats, league.HumanID)
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
	for size := 0; size < transport.Window; {
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
	server           *Server
	id               string
	transport.Source // nil until the match starts
}

func (q *queuedMatch) Next(ctx context.Context) ([][]byte, error) {
	if q.Source == nil {
		src, err := q.server.begun(ctx, q.id)
		if err != nil {
			return nil, err
		}
		q.Source = src
	}
	return q.Source.Next(ctx)
}

func (q *queuedMatch) Close() {
	if q.Source != nil {
		q.Source.Close()
	}
}

// begun waits until a queued match is played, and returns its source then. The
// error is also why the match was lost.
func (s *Server) begun(ctx context.Context, id string) (transport.Source, error) {
	for {
		single, known, err := s.Scheduler.AwaitSingle(ctx, id, scheduler.Waiting)
		switch {
		case err != nil:
			return nil, err
		case known && single.Status == scheduler.Lost:
			return nil, errors.New(single.Why)
		case known:
			if err := s.awaitFrames(ctx, id); err != nil {
				return nil, err
			}
		}
		src, err := s.watch(ctx, id)
		if _, queued := src.(*queuedMatch); err != nil || !queued {
			return src, err
		}
	}
}

// awaitFrames waits until a match that is being played can be watched, or is not
// being played any more. Its worker shows it a moment after it has taken it; one on
// another machine, when the coordinator hears of it.
func (s *Server) awaitFrames(ctx context.Context, id string) error {
	either, done := context.WithCancel(ctx)
	defer done()
	shown := make(chan error, 1)
	go func() {
		defer done()
		shown <- s.Live.Await(either, id)
	}()
	_, _, err := s.Scheduler.AwaitSingle(either, id, scheduler.Playing)
	done()
	if <-shown == nil {
		return nil
	}
	return err
}

// Publisher returns a function that counts the match of each scheduler event in
// m and publishes the event as a line of JSON to the readers of feed. It never
// blocks on a reader.
func Publisher(feed *live.Feed, m *Metrics, log *slog.Logger) func(scheduler.Event) {
	return func(e scheduler.Event) {
		if e.Report != nil {
			m.Count(*e.Report)
		}
		if feed.Subscribers() == 0 {
			return
		}
		line, err := encode(e)
		if err != nil {
			log.Error("event", "type", e.Type, "error", err)
			return
		}
		feed.Publish(line)
	}
}
