package queue_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"arbiter/bots/botstest"
	"arbiter/referee/games"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/live"
	"arbiter/server/playing/resolve"
	"arbiter/server/serving/queue"
	"arbiter/server/serving/queue/broker"
)

// TestMain makes the test binary the coordinator of which TestWorkerCannotFillMemory
// measures the memory.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "coordinate" {
		if err := coordinate(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil { // these tests mostly wait
		panic(err)
	}
	os.Exit(m.Run())
}

const token = "0123456789abcdef0123456789abcdef"

// A farm is a broker, a coordinator and its workers in this process.
type farm struct {
	t           testing.TB
	broker      *broker.Broker
	urls        string // of the queue, for workers
	coordinator *queue.Coordinator
	log         *slog.Logger
	dir         string // of the workers' caches
	queueDir    string // of JetStream
	conns       map[string]*nats.Conn
	lives       map[string]*live.Broadcaster // of workers
	damage      func(*queue.Bots)            // when set, changes a worker's bots
	speeds      map[string]float64           // of workers that have measured theirs
}

func newFarm(t testing.TB) *farm {
	t.Helper()
	f := &farm{t: t, dir: t.TempDir(), queueDir: filepath.Join(t.TempDir(), "queue"), conns: map[string]*nats.Conn{}, lives: map[string]*live.Broadcaster{}, log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))}
	var err error
	if f.broker, err = broker.Start(broker.Config{Dir: f.queueDir, Addr: "127.0.0.1:0", Token: token}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.broker.Close)
	f.urls = fmt.Sprintf("nats://%s", f.broker.Addr())
	conn, err := f.broker.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	f.coordinator = f.newCoordinator(conn)
	return f
}

func (f *farm) newCoordinator(conn *nats.Conn) *queue.Coordinator {
	return &queue.Coordinator{
		Queue: conn, Heal: f.broker.Heal, Contract: contract(f.t), Live: &live.Broadcaster{},
		OnlyWorkers: true, Log: f.log,
	}
}

func contract(t testing.TB) queue.Contract {
	t.Helper()
	c, err := queue.NewContract()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// worker starts a worker and returns what ends it and waits for its end.
func (f *farm) worker(name string, slots int) (stop func()) {
	f.t.Helper()
	conn, err := queue.ConnectAs(f.urls, queue.WorkerUser, token)
	if err != nil {
		f.t.Fatal(err)
	}
	f.conns[name] = conn
	f.lives[name] = &live.Broadcaster{}
	w := &queue.Worker{
		Queue: conn, Name: name, Contract: contract(f.t), Slots: slots, Live: f.lives[name], Log: f.log,
		Bots: &queue.Bots{Dir: filepath.Join(f.dir, name), Resolver: resolve.Resolver{Builtin: botstest.Program(f.t)}}, Machine: queue.Machine{Speed: f.speeds[name]},
	}
	if f.damage != nil {
		f.damage(w.Bots)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- w.Run(ctx, dispatch.Pool{Workers: slots, Affinity: dispatch.Off, Version: name}, 5*time.Second)
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			f.t.Errorf("worker %s: %v", name, err)
		}
		conn.Close()
	})
	f.t.Cleanup(stop)
	return stop
}

// cut takes a worker off the queue for good, as its death does.
func (f *farm) cut(name string) { f.conns[name].Close() }

// until waits until something is so.
func (f *farm) until(what string, so func() bool) {
	f.t.Helper()
	refereetest.Await(f.t, what, so)
}

// sleeper makes a bot that never answers.
func sleeper(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "sleeper")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "bot.toml"), []byte(`run = "sleep 1000"`), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A tournament of builtin bots whose play depends on nothing but the seed.
func tournament(t testing.TB, game string, seeds int, names ...string) dispatch.TournamentEntry {
	t.Helper()
	g, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	e := dispatch.TournamentEntry{Game: g, Contenders: map[string]dispatch.Contender{}}
	e.Definition = league.Tournament{ID: "test", Game: game, Seats: 2, Format: league.RoundRobin, Limits: g.Info().Limits().Scale(20, time.Second)}
	for _, name := range names {
		typed := name
		if !strings.ContainsAny(name, "/ ") {
			typed = resolve.BuiltinPrefix + game + "/" + name
		}
		c, err := resolve.Resolver{Builtin: botstest.Program(t)}.One(t.Context(), typed, game)
		if err != nil {
			t.Fatal(err)
		}
		e.Contenders[c.Bot.ID] = c
		e.Definition.Bots = append(e.Definition.Bots, c.Bot.ID)
	}
	for seed := range int64(seeds) {
		e.Definition.Starts = append(e.Definition.Starts, league.Start{Seed: seed + 1})
	}
	return e
}

// reports are what a tournament's Save was given, by match. It fails the test when
// one comes twice.
type reports struct {
	mu  sync.Mutex
	all map[string]league.Report
}

func (r *reports) save(t testing.TB) func(context.Context, []league.Report) error {
	r.all = map[string]league.Report{}
	return func(_ context.Context, some []league.Report) error {
		r.mu.Lock()
		defer r.mu.Unlock()
		for _, report := range some {
			if _, twice := r.all[report.ID]; twice {
				t.Errorf("match %s was reported twice", report.ID)
			}
			r.all[report.ID] = report
		}
		return nil
	}
}

// plays returns the chained digest and the result of each match.
func (r *reports) plays() map[string]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	plays := map[string]string{}
	for id, report := range r.all {
		plays[id] = fmt.Sprintf("%x %v %v", uint64(report.Play), report.Result.Scores, report.Result.Faults)
	}
	return plays
}

// standings returns the points of each bot.
func (r *reports) standings() map[string]float64 {
	points := map[string]float64{}
	for _, report := range r.all {
		for seat, bot := range report.Pairing.Seats {
			points[bot] -= float64(report.Result.Ranks[seat])
		}
	}
	return points
}

// folder makes a bot of a folder that plays as a builtin one, once it is built.
func folder(t testing.TB, builtin string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "mine")
	for name, text := range map[string]string{
		"bot.toml": "build = \"sh build.sh\"\nrun = \"sh run.sh\"\n",
		"build.sh": fmt.Sprintf("echo 'exec %s %s' > run.sh; echo built >> log\n", botstest.Program(t), builtin),
	} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run plays a tournament through the coordinator and returns its reports.
func (f *farm) run(e dispatch.TournamentEntry) *reports {
	f.t.Helper()
	r := &reports{}
	e.Save = r.save(f.t)
	src := choosy{dispatch.NewTournamentSource(e, map[string]league.Outcome{}), e.Definition.SlowWorkers}
	defer src.Close()
	if err := f.coordinator.Run(f.t.Context(), dispatch.Pool{Workers: 1, Affinity: dispatch.Off, Version: "here"}, src); err != nil {
		f.t.Fatal(err)
	}
	if !src.Done() {
		f.t.Error("the tournament is not done")
	}
	return r
}

// A choosy source is a tournament that knows whether slow workers may play it, as the
// scheduler does.
type choosy struct {
	*dispatch.TournamentSource
	slow bool
}

func (c choosy) NextSlow(ctx context.Context) (dispatch.Work, bool, error) {
	if c.slow {
		return c.Next(ctx)
	}
	<-ctx.Done()
	return dispatch.Work{}, false, ctx.Err()
}

// versions returns how many matches were played by whom, as their records say.
func (r *reports) versions(t testing.TB) map[string]int {
	t.Helper()
	n := map[string]int{}
	for _, report := range r.all {
		rec, err := replay.Read(bytes.NewReader(report.Record))
		if err != nil {
			t.Fatal(err)
		}
		n[rec.Header.Arbiter]++
	}
	return n
}
