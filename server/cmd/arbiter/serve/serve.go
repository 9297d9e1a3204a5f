// Package serve has the verbs that run until they are stopped: serve, and work, which
// plays matches for a server on another machine.
package serve

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"runtime"

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/sqlite"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/human"
	"arbiter/server/playing/live"
	"arbiter/server/serving/api"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/scheduler"
	"arbiter/server/study/analyst"
	"arbiter/web"
)

const serveHelp = `Runs the HTTP API, the web pages, the scheduler and the database in one process. Tournaments that were running when the server stopped are resumed.

Anyone who can write to the server can run programs on this machine. By default it accepts connections from this machine only; any other address requires a token, from --tokens or ARBITER_TOKEN.`

// Serve is the verb serve.
type Serve struct {
	Config string `own:"path" help:"TOML file with the settings below. Flags override it. See docs/server.md." placeholder:"FILE"`
	serveSettings
}

// Help explains what the server is and whom it serves.
func (Serve) Help() string { return serveHelp }

// Run serves until it is interrupted.
func (c Serve) Run(ctx context.Context, s output.Streams) error {
	settings, err := c.settings()
	if err != nil {
		return err
	}
	tokens, err := settings.tokens(s.Token)
	if err != nil {
		return err
	}
	unlock, err := flags.LockDatabase(settings.DB)
	if err != nil {
		return err
	}
	defer unlock()
	listener, err := settings.listen(tokens)
	if err != nil {
		return err
	}
	defer listener.Close()
	box, err := settings.isolation(ctx, s.Err, c)
	if err != nil {
		return err
	}
	defer box.Close()
	known, err := flags.Registry(cmp.Or(settings.GameDir, settings.DB+flags.GamesSuffix), flags.OwnFiles(settings, c))
	if err != nil {
		return err
	}
	flags.Isolate(known, box)
	db, err := sqlite.Open(ctx, settings.DB, flags.Durability(settings.Durability))
	if err != nil {
		return err
	}
	defer db.Close()
	log := newLog(s.Err, settings.LogLevel)
	for name, why := range known.Broken() {
		log.Error("a game is left out", "game", name, "error", why)
	}
	uploads := settings.uploads(db.TypedBots)
	uploads.Owned = db.BotsOf
	if err := uploads.Clear(ctx); err != nil {
		return err
	}
	hub := &live.Broadcaster{MaxSubscribers: settings.Watchers, Unwatched: !valueOr(settings.Live, true), Version: flags.Version, Host: flags.Host(box)}
	feed, metrics := &live.Feed{MaxSubscribers: settings.Watchers}, api.NewMetrics(flags.Version)
	bots := flags.Resolver(s.Err, settings, c)
	bots.Progress = nil // its log has lines of its own
	bots.Build = settings.Build(s.Err, box)
	bots.Build.Timeout, bots.Build.Folder = settings.BuildTimeout, uploads.BotLimit()
	bots.Build.Sent = uploads.Dir
	bots.Build.Cache = filepath.Join(settings.Uploads, "builds")
	plays := &scheduler.Scheduler{
		Store: db, Games: known, Resolver: bots, Log: log,
		Files: botstore.Copies{Dir: filepath.Join(settings.Uploads, "entered")},
		Live:  hub, MaxLimit: scheduler.MaxLimit,
		Pool: dispatch.Pool{
			Workers: settings.Concurrency, Affinity: dispatch.Affinity(settings.Affinity), Seats: 2,
			Isolation: box, Version: flags.Version, Host: flags.Host(box),
			Warn: func(err error) { log.Warn("playing", "error", err) },
		},
		Publish: api.Publisher(feed, metrics, log), KeepLast: settings.KeepLast,
	}
	var others api.Workers
	if settings.farmSettings.enabled() {
		workers, err := settings.farmSettings.open(settings.DB, plays, hub, log)
		if err != nil {
			return err
		}
		defer workers.close()
		others = workers.coordinator
	}
	hands := &human.Lobby{Source: plays, Live: hub, Isolation: box, Version: flags.Version, Host: flags.Host(box)}
	studies := &analyst.Analyst{
		Replay: db.Replay, Cache: analyst.Cache{Dir: settings.DB + flags.AnalysesSuffix}, Find: known.Find, Judge: flags.Judging,
	}
	// A worker that returns from its bots must not queue behind the goroutines
	// of hundreds of watchers. With spare Ps it never does.
	runtime.GOMAXPROCS(2 * runtime.NumCPU())
	pages, built := web.FS()
	if !built {
		log.Warn("the web pages are not built; only the API is served")
	}
	handler := api.New(api.Config{
		Store: db, Scheduler: plays, Live: hub, Feed: feed, Metrics: metrics, Pages: pages, ReplayPage: web.ReplayPage(), Version: flags.Version,
		Lobby: hands, Workers: others, Analyst: studies, PuzzleSets: settings.puzzleSets(), Uploads: uploads, Quotas: settings.quotas(), Log: log,
		Guard: transport.Guard{Hosts: settings.Host, Tokens: tokens, PublicRead: settings.PublicRead, EmbedOrigins: settings.EmbedOrigin},
	})
	fmt.Fprintf(s.Out, "Arbiter is at %s://%s\n", settings.scheme(), shownAddress(listener.Addr()))
	var losses *analyst.Spare
	if valueOr(settings.Losses, true) {
		losses = &analyst.Spare{Analyst: studies, Pauses: plays, Matches: handler.WorstLosses, Log: log}
	}
	srv := server{analyst: studies, losses: losses, db: db, handler: handler, scheduler: plays, lobby: hands, hub: hub, log: log, pprof: settings.Pprof}
	return srv.run(ctx, listener)
}
