// Package api is the HTTP API of arbiter serve: its nouns, with the OpenAPI
// document, metrics and the web pages. How requests come in, and who may send them,
// is the matter of its package transport.
//
// A Server is made from a Config and is an http.Handler. Each file registers the
// routes of one noun; a route declares the transport.Scope that it requires.
// Handlers decode a request, ask the Store, the scheduler, the lobby or the
// broadcaster, and encode the answer; problem maps errors to status codes.
//
// The package knows no SQL, starts no processes and has no rules of any game.
package api

import (
	"cmp"
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"reflect"
	"sync"
	"time"

	"arbiter/server/kept/index"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/check"
	"arbiter/server/playing/human"
	"arbiter/server/playing/live"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/core"
	"arbiter/server/serving/scheduler"
	"arbiter/server/study/analyst"
	"arbiter/server/study/whatif"
)

// Config configures a Server. Every field is required unless its comment says
// otherwise.
type Config struct {
	Store      league.Store
	Scheduler  *scheduler.Scheduler
	Lobby      *human.Lobby
	Live       *live.Broadcaster
	Feed       *live.Feed
	Metrics    *Metrics
	Pages      fs.FS  // the web pages, with index.html at the root
	ReplayPage []byte // template of htmlexport.Write; nil disables HTML exports
	Version    string
	Guard      transport.Guard
	Quotas     Quotas
	Uploads    *botstore.Uploads // keeps uploaded bots; nil disables uploads
	Workers    Workers           // nil when no other machine may play
	Analyst    *analyst.Analyst  // analyses matches; nil disables that
	PuzzleSets whatif.PuzzleSets // which arbiter puzzle keeps; the zero value has none
	Log        *slog.Logger

	// A live connection that needs longer than Slow to take what it was sent is
	// dropped; 0 is DefaultSlow. A write that makes no progress for Patience ends
	// the connection; 0 is DefaultPatience.
	Slow, Patience time.Duration
	// Pace is the minimum speed of the clients of all other requests.
	Pace transport.Pace
}

// A Server serves the API and the web pages. It is safe for concurrent use.
type Server struct {
	Config
	router        *transport.Router
	streams       transport.Streams
	builds        *builds
	building      chan struct{} // holds one token while bots that are watched are built
	saving        sync.Mutex    // held while the owner of a name is asked and something is saved or deleted under it
	index         *index.Index
	core          *core.Core
	checkStatuses latest[check.Status]         // by tournament
	built         latest[map[string]builtFrom] // by the tournament of a search, of its bots
}

// about is the description in the OpenAPI document.
const about = "The HTTP API of arbiter serve. A server without tokens serves its own machine only and permits everything. " +
	"**Registering or playing a bot runs its code** on the server's machine with the server's rights. " +
	"Both require scope upload, and a server that other machines can reach should hold nothing else of value. " +
	"Errors are problem documents (RFC 9457) that name the field."

// New returns a server with all routes registered.
func New(c Config) *Server {
	s := &Server{
		Config: c, building: make(chan struct{}, 1), index: &index.Index{Store: c.Store, Scale: scales(c.Store)},
		builds: &builds{most: cmp.Or(c.Quotas.Builds, DefaultBuilds), begun: map[string][]time.Time{}},
		streams: transport.Streams{
			Slow: cmp.Or(c.Slow, transport.DefaultSlow), Patience: cmp.Or(c.Patience, transport.DefaultPatience), Behind: live.ErrBehind,
			Watchers: c.Metrics.watchers, Dropped: c.Metrics.dropped, Each: c.liveShare(),
		},
	}
	s.core = &core.Core{Store: c.Store, Plays: c.Scheduler}
	s.router = transport.NewRouter(s.routing(c.Metrics.measured))
	s.router.OpenAPI().Components.Schemas.RegisterTypeAlias(reflect.TypeFor[league.Start](), reflect.TypeFor[startShape]())
	s.router.Sessions()
	s.games()
	s.bots()
	s.botAnswers()
	s.botReport()
	s.faults()
	s.tournaments()
	s.tournamentPlans()
	s.outcomes()
	s.matches()
	s.reruns()
	s.analyses()
	s.decisive()
	s.trials()
	s.replays()
	s.records()
	s.seatLogs()
	s.standings()
	s.ratingHistories()
	s.pairs()
	s.leaderboards()
	s.ladders()
	s.books()
	s.puzzleSets()
	s.checks()
	s.checkPlans()
	s.findings()
	s.humanMatches()
	s.workers()
	s.router.Handle(transport.ScopeRead, http.MethodGet, "/api/live", s.streams.Admit(s.liveFeed))
	s.router.Handle(transport.ScopeRead, http.MethodGet, "/api/live/{match}", s.streams.Admit(s.liveMatch))
	s.router.Handle(transport.ScopePublic, http.MethodGet, viewerPath+"/{game}/{digest}/*", s.viewerFile)
	s.router.Handle(transport.ScopeRead, http.MethodGet, "/api/docs", s.docs)
	s.router.Handle(transport.ScopePublic, http.MethodGet, "/healthz", s.healthz)
	s.router.Handle(transport.ScopePublic, http.MethodGet, "/readyz", s.readyz)
	s.router.Handle(transport.ScopeRead, http.MethodGet, "/metrics", s.metrics().ServeHTTP)
	s.router.Fallback(transport.ScopeRead, "/api", transport.NoRoute)
	s.router.Fallback(transport.ScopePublic, "/", s.page)
	s.router.CheckDeclared()
	return s
}

// routing returns the configuration of the router.
func (s *Server) routing(measured func(http.Handler) http.Handler) transport.RouterConfig {
	return transport.RouterConfig{
		Guard: s.Guard, Pace: s.Pace, Log: s.Log, Problem: s.problem, Measured: measured,
		Title: "Arbiter", Version: s.Version, About: about, SchemaName: schemaName,
	}
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.router.ServeHTTP(w, r) }

// Prepare does in advance what requests for lists and standings would wait for.
// Requests may come meanwhile.
func (s *Server) Prepare(ctx context.Context) error { return s.index.Prepare(ctx) }

const (
	prepareInterval = 5 * time.Second
	prepareShare    = 20 // of the time, at most one in so many: matches need the CPU
)

// KeepPrepared prepares again and again until ctx is done. So requests do not wait for
// matches that were saved while nobody looked.
func (s *Server) KeepPrepared(ctx context.Context) {
	for ctx.Err() == nil {
		begun := time.Now()
		if err := s.Prepare(ctx); err != nil && ctx.Err() == nil {
			s.Log.Warn("read matches", "error", err) // a request tries again
		}
		select {
		case <-ctx.Done():
		case <-time.After(max(prepareInterval, prepareShare*time.Since(begun))):
		}
	}
}

// OpenAPI returns the OpenAPI document as JSON.
func (s *Server) OpenAPI() ([]byte, error) { return s.router.OpenAPI().MarshalJSON() }

// Wait waits until all live connections are closed or ctx is done. See Streams.
func (s *Server) Wait(ctx context.Context) { s.streams.Wait(ctx) }
