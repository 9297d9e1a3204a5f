// Package api is the HTTP side of arbiter serve: the API, the live
// connections and the pages. It asks the store, the scheduler and the hub, and
// encodes what they say. There is no SQL in it, and it starts no process.
package api

import (
	"cmp"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"arbiter/server/human"
	"arbiter/server/live"
	"arbiter/server/scheduler"
)

// Config is what a Server needs. All of it must be there unless it says so.
type Config struct {
	Store      Store
	Scheduler  *scheduler.Scheduler
	Hands      *human.Lobby
	Hub        *live.Hub
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
	router  *router
	api     huma.API
	streams sync.WaitGroup // live connections
}

// about describes the API to its readers.
const about = "Everything that arbiter serve knows and does. Reading needs no token on the machine itself. " +
	"**Registering a bot runs its code** on the server's machine, with the server's rights; so does playing one. " +
	"It needs the scope play, and a server that others can reach should have no other secrets. " +
	"Mistakes come as problem documents (RFC 9457) that name the field."

// openAPIPath begins the addresses of the OpenAPI document.
const openAPIPath = "/api/openapi"

// New returns a server. It registers every route.
func New(c Config) *Server {
	c.Slow, c.Patience = cmp.Or(c.Slow, DefaultSlow), cmp.Or(c.Patience, DefaultPatience)
	s := &Server{Config: c, router: newRouter()}
	s.router.mux.Use(s.logged, s.Metrics.measured, c.Guard.wrap(s.router.required))
	config := huma.DefaultConfig("Arbiter", c.Version)
	config.CreateHooks = nil // no $schema in answers
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = openAPIPath, "", ""
	config.Info.Description = about
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer"}}
	s.api = humachi.New(s.router.mux, config)
	for _, format := range []string{".json", ".yaml", "-3.0.json", "-3.0.yaml"} { // which huma registers itself
		s.router.declare(ScopeRead, http.MethodGet, openAPIPath+format)
	}
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
	s.router.handle(ScopeRead, http.MethodGet, "/api/live", s.liveFeed)
	s.router.handle(ScopeRead, http.MethodGet, "/api/live/{match}", s.liveMatch)
	s.router.handle(ScopeRead, http.MethodGet, "/api/docs", s.docs)
	s.router.handle(ScopePublic, http.MethodGet, "/healthz", s.healthz)
	s.router.handle(ScopePublic, http.MethodGet, "/readyz", s.readyz)
	s.router.handle(ScopeRead, http.MethodGet, "/metrics", s.metrics().ServeHTTP)
	s.router.fallback(ScopeRead, "/api", noRoute)
	s.router.fallback(ScopePublic, "/", s.page)
	s.router.checkDeclared()
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.router.mux.ServeHTTP(w, r) }

// OpenAPI returns the description of the API as JSON.
func (s *Server) OpenAPI() ([]byte, error) { return s.api.OpenAPI().MarshalJSON() }
