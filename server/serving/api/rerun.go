package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"arbiter/server/league"
	"arbiter/server/playing/rerun"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
)

// rerunEvent is what a client is told of a loop.
type rerunEvent struct {
	Type   rerun.EventType `json:"type"`
	Match  string          `json:"match,omitempty"`
	Change *rerun.Change   `json:"change,omitempty"`
	Why    string          `json:"why,omitempty"`    // of what failed
	Output string          `json:"output,omitempty"` // of a build that failed
}

func (s *Server) reruns() {
	ok := contentResponse("text/event-stream", "One event a line: building; playing, with the ID of the match; played, with what changed from the match before; failed, with the reason.")
	transport.Route(s.router, transport.ScopeAdmin, huma.Operation{
		Method: http.MethodPost, Path: "/api/rerun", OperationID: "rerun", Tags: []string{"matches"}, Responses: ok,
		Summary: "Play a match again each time a file of a bot is saved",
		Description: "Watches the folders and files among the bots for as long as the client is connected. After a save it builds the bot and plays the same start again; a save during a match ends that match. " +
			"Only for clients on the server's machine, with Accept: text/event-stream.",
	}, s.rerun)
}

func (s *Server) rerun(ctx context.Context, in *struct{ Body matchRequestBody }) (*huma.StreamResponse, error) {
	if transport.CallerOf(ctx).Remote {
		return nil, huma.Error403Forbidden("folders are watched only for a browser on the server's machine; arbiter play --rerun does so on yours")
	}
	request, err := s.requestOf(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	request.By = s.asker(ctx)
	loop := rerun.Loop{Bots: request.Bots, Play: func(ctx context.Context, built func(string)) (rerun.Match, error) {
		return s.playWatched(ctx, request, built)
	}}
	if err := loop.Check(); err != nil {
		return nil, league.FieldError{Field: "bots", Err: err}
	}
	return &huma.StreamResponse{Body: func(c huma.Context) {
		r, w := humachi.Unwrap(c)
		s.streams.Admit(func(w http.ResponseWriter, r *http.Request) {
			s.streams.Copy(w, r, newLoopEvents(r.Context(), loop), nil)
		})(w, r)
	}}, nil
}

// loopEvents is the source of what a loop says. The loop runs until it is closed.
type loopEvents struct {
	lines chan []byte
	stop  context.CancelFunc
	ended chan struct{}
}

func newLoopEvents(ctx context.Context, loop rerun.Loop) *loopEvents {
	ctx, stop := context.WithCancel(ctx)
	l := &loopEvents{make(chan []byte), stop, make(chan struct{})}
	say := func(e rerunEvent) {
		line, err := encode(e)
		if err != nil {
			return
		}
		select {
		case l.lines <- line:
		case <-ctx.Done():
		}
	}
	loop.Say = func(e rerun.Event) {
		event := rerunEvent{Type: e.Type, Match: e.Match, Change: e.Change}
		if e.Err != nil {
			event.Why, event.Output = whyFailed(e.Err)
		}
		say(event)
	}
	go func() {
		defer close(l.ended)
		if err := loop.Run(ctx); err != nil { // what was there a moment ago has gone
			say(rerunEvent{Type: rerun.Failed, Why: err.Error()})
		}
	}()
	return l
}

// Next implements transport.Source.
func (l *loopEvents) Next(ctx context.Context) ([][]byte, error) {
	select {
	case line := <-l.lines:
		return [][]byte{line}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Close ends the loop and its match, and waits for both.
func (l *loopEvents) Close() {
	l.stop()
	<-l.ended
}

// whyFailed returns the reason why a bot was not played, and what its build printed.
func whyFailed(err error) (why, output string) {
	if field := (league.FieldError{}); errors.As(err, &field) {
		err = field.Err
	}
	if build := (league.BuildError{}); errors.As(err, &build) {
		output = build.Output
	}
	return err.Error(), output
}

// playWatched builds the bots of a request and plays them. If ctx ends, so does the match.
func (s *Server) playWatched(ctx context.Context, request scheduler.MatchRequest, built func(string)) (rerun.Match, error) {
	id, err := s.buildAlone(ctx, request)
	if err != nil {
		return rerun.Match{}, err
	}
	built(id)
	for status := scheduler.Waiting; ; {
		single, known, err := s.Scheduler.AwaitSingle(ctx, id, status)
		switch {
		case ctx.Err() != nil:
			return rerun.Match{}, errors.Join(ctx.Err(), s.Scheduler.CancelMatch(context.WithoutCancel(ctx), id))
		case err != nil:
			return rerun.Match{}, err
		case known && single.Status == scheduler.Lost:
			return rerun.Match{}, errors.New(single.Why)
		case !known:
			rec, g, err := s.record(ctx, id)
			return rerun.Match{ID: id, Record: rec, Game: g}, err
		}
		status = single.Status
	}
}

// buildAlone queues a match of bots that are watched. Two clients may watch one folder, and
// two builds in one folder would disturb each other.
func (s *Server) buildAlone(ctx context.Context, request scheduler.MatchRequest) (string, error) {
	select {
	case s.building <- struct{}{}:
		defer func() { <-s.building }()
		return s.Scheduler.Play(ctx, request)
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
