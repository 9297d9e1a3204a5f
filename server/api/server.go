// Package api is the HTTP side of arbiter serve: the API, the live
// connections and the pages. It asks the store, the scheduler and the broadcaster, and
// encodes what they say. There is no SQL in it, and it starts no process.
package api

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"arbiter/server/human"
	"arbiter/server/league"
	"arbiter/server/live"
	"arbiter/server/scheduler"
)

// Config is what a Server needs. All of it must be there unless it says so.
type Config struct {
	Store      Store
	Scheduler  *scheduler.Scheduler
	Hands      *human.Lobby
	Live       *live.Broadcaster
	Feed       *live.Feed
	Metrics    *Metrics
	Pages      fs.FS  // the web pages, with index.html at its root
	ReplayPage []byte // what a replay is exported with, as page.Write takes it; nil: there are no such exports
	Version    string
	Guard      Guard
	Uploads    string // folder that uploaded bots are unpacked into; "": there are no uploads
	Log        *slog.Logger

	// A live connection that takes longer than Slow for what it was sent is
	// told to catch up from the replay; 0 is DefaultSlow. One that takes
	// nothing at all for Patience is cut off; 0 is DefaultPatience.
	Slow, Patience time.Duration
}

// A Server serves the API and the pages.
type Server struct {
	Config
	api     huma.API
	handler http.Handler
	streams sync.WaitGroup // live connections
}

// about describes the API to its readers.
const about = "Everything that arbiter serve knows and does. Reading needs no token on the machine itself. " +
	"**Registering a bot runs its code** on the server's machine, with the server's rights; so does playing one. " +
	"It needs the scope play, and a server that others can reach should have no other secrets. " +
	"Mistakes come as problem documents (RFC 9457) that name the field."

// New returns a server. It registers every route.
func New(c Config) *Server {
	c.Slow, c.Patience = orDefault(c.Slow, DefaultSlow), orDefault(c.Patience, DefaultPatience)
	s := &Server{Config: c}
	router := chi.NewMux()
	router.Use(s.logged, s.Metrics.measured, c.Guard.wrap)
	router.NotFound(s.page)
	config := huma.DefaultConfig("Arbiter", c.Version)
	config.CreateHooks = nil // no $schema in answers
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "/api/openapi", "", ""
	config.Info.Description = about
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
	s.api = humachi.New(router, config)
	s.sessions()
	s.games()
	s.bots()
	s.answers()
	s.tournaments()
	s.schedules()
	s.outcomes()
	s.matches()
	s.replays()
	s.ratings()
	s.leaderboards()
	s.seedSets()
	s.testSets()
	s.checks()
	s.hands()
	router.Get("/api/live", s.liveFeed)
	router.Get("/api/live/{match}", s.liveMatch)
	router.Get("/api/docs", s.docs)
	router.Get("/healthz", s.healthz)
	router.Get("/readyz", s.readyz)
	router.Method(http.MethodGet, "/metrics", s.metrics())
	s.handler = router
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// OpenAPI returns the description of the API as JSON.
func (s *Server) OpenAPI() ([]byte, error) { return s.api.OpenAPI().MarshalJSON() }

// Scopes of tokens. Each contains the one before.
const (
	ScopeRead  = "read"
	ScopePlay  = "play"
	ScopeAdmin = "admin"
)

// route registers a handler whose errors become problem documents.
func route[In, Out any](s *Server, op huma.Operation, handle func(context.Context, *In) (*Out, error)) {
	if scope := scopeOf(op.Method, op.Path); scope != ScopeRead {
		op.Security = []map[string][]string{{"token": {scope}}}
		op.Description += " Needs the scope " + scope + " where tokens are asked for."
	}
	huma.Register(s.api, op, func(ctx context.Context, in *In) (*Out, error) {
		out, err := handle(ctx, in)
		return out, s.problem(err)
	})
}

// problem makes a problem document of an error.
func (s *Server) problem(err error) error {
	var field league.FieldError
	var conflict league.ConflictError
	var known huma.StatusError
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case errors.As(err, &field) && !errors.As(err, &conflict):
		details := []error{&huma.ErrorDetail{Location: "body." + field.Field, Message: field.Err.Error()}}
		if build := (interface{ Output() string })(nil); errors.As(err, &build) {
			details = append(details, &huma.ErrorDetail{Location: "build", Message: "the build says", Value: build.Output()})
		}
		return huma.Error422UnprocessableEntity(err.Error(), details...)
	case errors.As(err, &conflict), errors.Is(err, league.ErrInUse):
		return huma.Error409Conflict(err.Error())
	case errors.Is(err, league.ErrNotFound):
		return huma.Error404NotFound(err.Error())
	case errors.Is(err, league.ErrPruned):
		return huma.Error410Gone(err.Error())
	case errors.Is(err, scheduler.ErrBusy), errors.Is(err, live.ErrFull):
		return huma.Error503ServiceUnavailable(err.Error())
	case errors.Is(err, context.Canceled):
		return huma.NewError(499, "the client went away")
	}
	s.Log.Error("request", "error", err)
	return huma.Error500InternalServerError("the server failed; its log tells more")
}

// logged writes a line for each request that changes something or fails. A
// handler that panics is a mistake in this program: it fails its own request only.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		defer func() {
			switch mistake := recover(); mistake {
			case nil:
			case http.ErrAbortHandler:
				panic(mistake)
			default:
				s.Log.Error("request", "method", r.Method, "path", r.URL.Path, "panic", mistake, "stack", string(debug.Stack()))
				writeProblem(w, huma.Error500InternalServerError("the server failed; its log tells more"))
			}
		}()
		next.ServeHTTP(w, r)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			s.Log.Info("request", "method", r.Method, "path", r.URL.Path, "took", time.Since(started))
		}
	})
}
