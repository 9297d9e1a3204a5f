package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"golang.org/x/sync/errgroup"

	"arbiter/server/api"
	"arbiter/server/botstore"
	"arbiter/server/dispatch"
	"arbiter/server/human"
	"arbiter/server/league"
	"arbiter/server/live"
	"arbiter/server/scheduler"
	"arbiter/server/sqlite"
	"arbiter/web"
)

const serveHelp = `One process with everything in it: the API, the web pages, the scheduler and the database. It goes on with the tournaments that were running when it ended.

Whoever may write can run programs on this machine. By default only this machine is served; any other address needs a token, from --token-file or ARBITER_TOKEN.`

type serveCmd struct {
	Config string `help:"File with the settings below, in TOML; flags win. See docs/server.md." placeholder:"FILE"`
	serveSettings
}

// serveSettings are what flags and the file say; the keys of the file are the
// flags' names with _ for -.
type serveSettings struct {
	Addr        string   `toml:"addr" help:"Where to listen (127.0.0.1:8080)." placeholder:"HOST:PORT"`
	DB          string   `toml:"db" name:"db" help:"Database file (arbiter.db)." placeholder:"FILE"`
	Host        []string `toml:"host" sep:"none" help:"A name by which clients call the server; once for each. Addresses and localhost are always known." placeholder:"NAME"`
	TokenFile   string   `toml:"token_file" help:"Lines of a scope (read, play, admin) and the SHA-256 of a token." placeholder:"FILE"`
	TLSCert     string   `toml:"tls_cert" name:"tls-cert" help:"Certificate file." placeholder:"FILE"`
	TLSKey      string   `toml:"tls_key" name:"tls-key" help:"Its key." placeholder:"FILE"`
	Concurrency int      `toml:"concurrency" help:"Matches at the same time; 0: as many as have two CPUs each, since bots may think at the same time."`
	Affinity    string   `toml:"affinity" help:"auto, shared or off, as of arbiter run (auto)." placeholder:"AFFINITY"`
	Durability  string   `toml:"durability" help:"normal or full, as of arbiter run (normal)." placeholder:"DURABILITY"`
	Watchers    int      `toml:"watchers" help:"Live connections at the most (1000)." placeholder:"N"`
	Uploads     string   `toml:"uploads" help:"Folder that bots are unpacked into which somebody uploads (the database's name and .bots)." placeholder:"DIR"`
	KeepLast    int      `toml:"keep_last" help:"Once an hour delete replays but those of the newest so many matches between the same bots in the same seats, those with a fault, and upsets; 0 keeps all. Results stay." placeholder:"N"`
	Pprof       string   `toml:"pprof" help:"Serve profiles on this address of the machine, such as 127.0.0.1:6060." placeholder:"HOST:PORT"`
}

// Help tells more than the list of verbs does.
func (serveCmd) Help() string { return serveHelp }

// Run serves until it is interrupted.
func (c serveCmd) Run(ctx context.Context, s streams) error {
	settings, err := c.settings()
	if err != nil {
		return err
	}
	tokens, err := settings.tokens(s.token)
	if err != nil {
		return err
	}
	listener, err := settings.listen(tokens)
	if err != nil {
		return err
	}
	defer listener.Close()
	db, err := sqlite.Open(ctx, settings.DB, durability(settings.Durability))
	if err != nil {
		return err
	}
	defer db.Close()
	log := slog.New(slog.NewTextHandler(s.err, nil))
	hub := &live.Broadcaster{MaxSubscribers: settings.Watchers, Version: version, Host: host()}
	feed, metrics := &live.Feed{MaxSubscribers: settings.Watchers}, api.NewMetrics(version)
	plays := &scheduler.Scheduler{
		Store: db, Resolver: resolver(s.err), Log: log,
		Files: botstore.Store{Dir: filepath.Join(settings.Uploads, "entered")},
		Live:  hub,
		Pool: dispatch.Pool{
			Workers: settings.Concurrency, Affinity: dispatch.Affinity(settings.Affinity), Seats: 2,
			Version: version, Host: host(),
		},
		Publish: api.Publisher(feed, metrics, log), KeepLast: settings.KeepLast,
	}
	hands := &human.Lobby{Source: plays, Live: hub, Version: version, Host: host()}
	// A worker that comes back from its bots must not queue behind the
	// goroutines of hundreds of watchers: with processors to spare it never does.
	runtime.GOMAXPROCS(2 * runtime.NumCPU())
	pages, built := web.FS()
	if !built {
		log.Warn("the web pages are not built; the API works")
	}
	handler := api.New(api.Config{
		Store: db, Scheduler: plays, Live: hub, Feed: feed, Metrics: metrics, Pages: pages, ReplayPage: web.ReplayPage(), Version: version,
		Lobby: hands,
		Guard: api.Guard{Hosts: settings.Host, Tokens: tokens}, Uploads: settings.Uploads, Log: log,
	})
	scheme := "http"
	if settings.TLSCert != "" {
		scheme = "https"
	}
	fmt.Fprintf(s.out, "Arbiter is at %s://%s\n", scheme, listener.Addr())
	return settings.serve(ctx, listener, handler, plays, hands, hub, log)
}

// settings returns the file's settings with the flags and the defaults.
func (c serveCmd) settings() (serveSettings, error) {
	f := serveSettings{Addr: "127.0.0.1:8080", DB: "arbiter.db", Affinity: "auto", Durability: "normal"}
	if c.Config != "" {
		meta, err := toml.DecodeFile(c.Config, &f)
		if err != nil {
			return f, league.Usagef("%s: %w", c.Config, err)
		}
		if unknown := meta.Undecoded(); len(unknown) > 0 {
			return f, league.Usagef("%s: unknown key %q; want the name of a flag with _ for -, see arbiter serve --help", c.Config, unknown[0].String())
		}
	}
	set(&f.Addr, c.Addr)
	set(&f.DB, c.DB)
	set(&f.TokenFile, c.TokenFile)
	set(&f.TLSCert, c.TLSCert)
	set(&f.TLSKey, c.TLSKey)
	set(&f.Concurrency, c.Concurrency)
	set(&f.Affinity, c.Affinity)
	set(&f.Durability, c.Durability)
	set(&f.Watchers, c.Watchers)
	set(&f.Uploads, c.Uploads)
	set(&f.KeepLast, c.KeepLast)
	set(&f.Pprof, c.Pprof)
	if f.Uploads == "" {
		f.Uploads = f.DB + ".bots"
	}
	f.Host = append(f.Host, c.Host...)
	switch {
	case !slices.Contains([]string{"auto", "shared", "off"}, f.Affinity):
		return f, league.Usagef("affinity %q: want auto, shared or off", f.Affinity)
	case !slices.Contains([]string{"normal", "full"}, f.Durability):
		return f, league.Usagef("durability %q: want normal or full", f.Durability)
	case (f.TLSCert == "") != (f.TLSKey == ""):
		return f, league.Usagef("TLS needs both --tls-cert and --tls-key")
	case f.Concurrency < 0 || f.Watchers < 0 || f.KeepLast < 0:
		return f, league.Usagef("concurrency %d, watchers %d, keep_last %d: want at least 0", f.Concurrency, f.Watchers, f.KeepLast)
	}
	return f, nil
}

// tokens reads what clients have to show, if anything; secret is one of the
// scope admin.
func (f serveSettings) tokens(secret string) ([]api.Token, error) {
	var tokens []api.Token
	if f.TokenFile != "" {
		text, err := os.ReadFile(f.TokenFile)
		if err != nil {
			return nil, league.UsageError{Err: err}
		}
		if tokens, err = api.ParseTokens(string(text)); err != nil {
			return nil, league.Usagef("%s: %w", f.TokenFile, err)
		}
	}
	if secret != "" {
		tokens = append(tokens, api.NewToken(api.ScopeAdmin, secret))
	}
	return tokens, nil
}

// listen opens the port. Other machines are served only with tokens: whoever
// may write can run programs here.
func (f serveSettings) listen(tokens []api.Token) (net.Listener, error) {
	host, _, err := net.SplitHostPort(f.Addr)
	if err != nil {
		return nil, league.Usagef("address %q: %w; want such as 127.0.0.1:8080", f.Addr, err)
	}
	if ip := net.ParseIP(host); len(tokens) == 0 && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, league.Usagef("address %s: other machines could run programs here; want a token, by --token-file or %s, or 127.0.0.1", f.Addr, tokenVariable)
	}
	if f.TLSCert == "" {
		return net.Listen("tcp", f.Addr)
	}
	pair, err := tls.LoadX509KeyPair(f.TLSCert, f.TLSKey)
	if err != nil {
		return nil, league.Usagef("TLS with the certificate %s and the key %s: %w", f.TLSCert, f.TLSKey, err)
	}
	// HTTP/1.1 is all that is offered: a websocket takes over its connection.
	return tls.Listen("tcp", f.Addr, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12})
}

// farewell is how long open requests may take after the last match.
const farewell = 5 * time.Second

// serve plays and answers until ctx is done: then it hands out no more
// matches, finishes or breaks off those that run, and closes the connections.
func (f serveSettings) serve(ctx context.Context, listener net.Listener, handler *api.Server, plays *scheduler.Scheduler, hands *human.Lobby, hub *live.Broadcaster, log *slog.Logger) error {
	connections, hangUp := context.WithCancel(context.WithoutCancel(ctx))
	defer hangUp()
	web := &http.Server{
		Handler: handler, ReadHeaderTimeout: api.ReadHeaderTimeout, IdleTimeout: api.IdleTimeout,
		BaseContext: func(net.Listener) context.Context { return connections },
		ErrorLog:    slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	group, running := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		err := plays.Run(running, scheduler.Grace)
		hands.Close()
		hub.Shutdown()
		hangUp()
		late, cancel := context.WithTimeout(context.Background(), farewell)
		defer cancel()
		err = errors.Join(err, ignoreTimeout(web.Shutdown(late)))
		handler.Wait(late)
		return err
	})
	if f.Pprof != "" {
		group.Go(func() error { return profiles(running, f.Pprof) })
	}
	err := group.Wait()
	log.Info("ended")
	return err
}

// ignoreTimeout forgives clients that hold on to their connections.
func ignoreTimeout(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// profiles serves net/http/pprof on an address of this machine.
func profiles(ctx context.Context, addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if ip := net.ParseIP(strings.Trim(host, "[]")); err != nil || ip == nil || !ip.IsLoopback() {
		return league.Usagef("pprof %q: want an address of this machine, such as 127.0.0.1:6060", addr)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	web := &http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: api.ReadHeaderTimeout}
	stop := context.AfterFunc(ctx, func() { web.Close() })
	defer stop()
	if err := web.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
