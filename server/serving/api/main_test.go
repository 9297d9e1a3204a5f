package api_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"arbiter/bots"
	"arbiter/bots/botstest"
	"arbiter/bots/judge"
	"arbiter/bots/recorded"
	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/kept/sqlite"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/human"
	"arbiter/server/playing/live"
	"arbiter/server/playing/resolve"
	"arbiter/server/serving/api"
	"arbiter/server/serving/api/transport"
	"arbiter/server/serving/api/transport/transporttest"
	"arbiter/server/serving/scheduler"
	"arbiter/server/study/analyst"
)

// TestMain makes the test binary also the program that runs builtin bots, a
// slow bot, and the watchers of TestSoak.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "watch" {
		watchMatches(os.Args[2], os.Args[3])
		return
	}
	if len(os.Args) < 3 || os.Args[1] != "bot" && os.Args[1] != "slow" {
		os.Exit(m.Run())
	}
	in := io.Reader(os.Stdin)
	if os.Args[1] == "slow" {
		in = slowly{in}
	}
	if os.Args[2] == resolve.RecordedFlag {
		told, err := recorded.NewInput(in)
		if err != nil {
			panic(err)
		}
		in = told
	}
	if err := bots.Play(os.Args[len(os.Args)-1], in, os.Stdout); err != nil {
		panic(err)
	}
}

// slowly delays each read by 10 ms.
type slowly struct{ io.Reader }

func (s slowly) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	time.Sleep(10 * time.Millisecond)
	return n, err
}

// slowBot returns a bot whose matches take some seconds.
func slowBot(t testing.TB) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return self + " slow keeper/wait"
}

// A site is a running server.
type site struct {
	*httptest.Server
	t         testing.TB
	db        *sqlite.DB
	scheduler *scheduler.Scheduler
	lobby     *human.Lobby
	analyst   *analyst.Analyst
	hub       *live.Broadcaster
	api       *api.Server
	end       context.CancelFunc // of the scheduler
}

// serve starts a server on a new database.
func serve(t testing.TB, guard transport.Guard, change ...func(*api.Config)) *site {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	db, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "t.db"), sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	hub, feed, metrics := &live.Broadcaster{Version: "test"}, &live.Feed{}, api.NewMetrics("test")
	plays := &scheduler.Scheduler{
		MaxLimit: scheduler.MaxLimit,
		Store:    db, Resolver: resolve.Resolver{Builtin: botstest.Program(t)}, Log: log,
		Live:    hub,
		Pool:    dispatch.Pool{Workers: 2, Affinity: dispatch.Off, Version: "test", Host: replay.Host{OS: "test"}},
		Publish: api.Publisher(feed, metrics, log),
	}
	lobby := &human.Lobby{Source: plays, Live: hub, Version: "test"}
	config := api.Config{
		Store: db, Scheduler: plays, Live: hub, Feed: feed, Metrics: metrics, Version: "test", Guard: guard, Log: log,
		Pages:      fstest.MapFS{"index.html": {Data: []byte("the pages")}, "assets/a.js": {Data: []byte("1")}},
		Lobby:      lobby,
		ReplayPage: []byte("{{title}}: {{caption}}\n{{replay}}\n"),
		Uploads:    &botstore.Uploads{Dir: filepath.Join(t.TempDir(), "bots"), Typed: db.TypedBots, Owned: db.BotsOf},
		Analyst: &analyst.Analyst{Replay: db.Replay, Cache: analyst.Cache{Dir: t.TempDir()}, Find: games.Find,
			Judge: func(rec *replay.Record, g referee.Game) (judge.Judging, error) {
				return judge.Generic(g, referee.Setup{Seed: rec.Header.Seed, Position: rec.Header.Setup}, len(rec.Header.Seats))
			},
		},
	}
	for _, c := range change {
		c(&config)
	}
	api := api.New(config)
	played := make(chan error, 1)
	go func() { played <- plays.Run(ctx, time.Minute) }()
	analysed := make(chan error, 1)
	go func() { analysed <- config.Analyst.Run(ctx) }()
	web := httptest.NewServer(api)
	t.Cleanup(func() {
		cancel()
		if err := errors.Join(<-played, <-analysed); err != nil {
			t.Error(err)
		}
		lobby.Close()
		hub.Shutdown()
		web.Close()
		db.Close()
	})
	return &site{Server: web, t: t, db: db, scheduler: plays, lobby: lobby, analyst: config.Analyst, hub: hub, api: api, end: cancel}
}

// do sends a request and returns the status and the body.
func (s *site) do(method, path, body string, header ...string) (int, []byte) {
	s.t.Helper()
	return transporttest.Do(s.t, s.URL, method, path, body, header...)
}

// want sends a request that must have the given status, and decodes the body.
func (s *site) want(status int, method, path, body string) map[string]any {
	s.t.Helper()
	return transporttest.Want(s.t, status, s.URL, method, path, body)
}

// until polls until done returns true.
func (s *site) until(path string, done func(map[string]any) bool) map[string]any {
	s.t.Helper()
	var v map[string]any
	refereetest.Await(s.t, path, func() bool {
		v = s.want(http.StatusOK, http.MethodGet, path, "")
		return done(v)
	})
	return v
}

// untilPlaying waits until so many matches are being played.
func (s *site) untilPlaying(enough func(matches int) bool) {
	s.t.Helper()
	refereetest.Await(s.t, "matches that are being played", func() bool { return enough(len(s.scheduler.Playing())) })
}

// played plays a match and returns its ID.
func (s *site) played(body string) string {
	s.t.Helper()
	id := s.want(http.StatusAccepted, http.MethodPost, "/api/matches", body)["id"].(string)
	s.until("/api/matches/"+id, func(m map[string]any) bool { return m["state"] == "played" })
	return id
}

// small is a tournament of 6 matches. It has no time limits, so that a busy
// machine does not decide a test.
const small = `{"name":"small","game":"domain","bots":["builtin:domain/greedy","builtin:domain/random"],"seeds":"1..3","first_ms":0,"turn_ms":0,"start":true}`

func (s *site) tournament(body, name, state string) map[string]any {
	s.t.Helper()
	s.want(http.StatusOK, http.MethodPost, "/api/tournaments", body)
	return s.until("/api/tournaments/"+name, func(t map[string]any) bool { return t["state"] == state })
}
