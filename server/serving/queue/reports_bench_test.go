package queue_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/sync/errgroup"

	"arbiter/bots/botstest"
	"arbiter/referee"
	"arbiter/referee/games/ctf"
	"arbiter/referee/refereetest"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/human"
	"arbiter/server/playing/live"
	"arbiter/server/playing/resolve"
	"arbiter/server/serving/api"
	"arbiter/server/serving/queue"
	"arbiter/server/serving/scheduler"
)

// BenchmarkReports measures what a coordinator takes from a thousand simulated
// workers: checked, and saved in a database on the disk, while somebody looks at the
// standings. Queue, workers and the looker are in the same process.
//
// The metric reports/s is how many it takes when workers report as fast as they can.
// The metric us-CPU/report is the processor time of all that, which hardly depends on
// other programs. The metric heap-B/report is the growth of the memory in use: what the
// schedule and the standings remember of a match. The metric ms-to-standings is the
// median time from a report to the end of the first GET of the standings that has it.
// It is measured with matches that take two seconds; otherwise it is how long reports
// queue.
func BenchmarkReports(b *testing.B) {
	b.Run("null", func(b *testing.B) { benchmarkReports(b, refereetest.NewNull(), echoes(b), 0) })
	b.Run("null-of-2s", func(b *testing.B) { benchmarkReports(b, refereetest.NewNull(), echoes(b), 2*time.Second) })
	b.Run("ctf", func(b *testing.B) {
		var contenders []dispatch.Contender
		for _, name := range []string{"greedy", "wait"} {
			c, err := resolve.Resolver{Builtin: botstest.Program(b)}.One(b.Context(), resolve.BuiltinPrefix+"ctf/"+name, "ctf")
			if err != nil {
				b.Fatal(err)
			}
			contenders = append(contenders, c)
		}
		benchmarkReports(b, ctf.Game{}, contenders, 0)
	})
}

func benchmarkReports(b *testing.B, g referee.Game, contenders []dispatch.Contender, lasts time.Duration) {
	b.Helper()
	const workers, conns, long = 1000, 8, 4 * stretch
	for b.Loop() {
		f := newFarm(b)
		db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "t.db"), sqlite.Normal)
		if err != nil {
			b.Fatal(err)
		}
		e := endless(g, contenders)
		if err := db.SaveTournament(b.Context(), e.Definition, botsOf(contenders), nil); err != nil {
			b.Fatal(err)
		}
		e.Save = db.SaveReports
		looker := &looker{sent: map[string]time.Time{}}
		reports := playedInBothOrders(b, g, contenders)
		play := func(job league.Job) league.Report {
			report := reports[job.Pairing.Seats[0]].of(job)
			if lasts > 0 {
				report.Duration = lasts
				time.Sleep(lasts/2 + rand.N(lasts)) // or all would report at once, again and again
			}
			looker.send(job.ID)
			return report
		}
		together := dispatch.MaxUnsafe
		if lasts > 0 {
			together = 1 // as a worker does with long matches
		}
		ctx, stop := context.WithCancel(b.Context())
		var beside errgroup.Group
		ours := contract(b)
		for i := range conns {
			conn, err := queue.ConnectAs(f.urls, queue.WorkerUser, token)
			if err != nil {
				b.Fatal(err)
			}
			defer conn.Close()
			for n := range workers / conns {
				beside.Go(func() error {
					for ctx.Err() == nil { // until there are streams
						if err := queue.SimulateWorker(ctx, conn, fmt.Sprintf("w%d-%d", i, n), ours, together, play); err == nil {
							break
						}
						time.Sleep(100 * time.Millisecond)
					}
					return nil
				})
			}
		}
		server := httptest.NewServer(api.New(api.Config{
			Store: db, Scheduler: &scheduler.Scheduler{Store: db}, Live: f.coordinator.Live, Feed: &live.Feed{}, Lobby: &human.Lobby{},
			Metrics: api.NewMetrics("bench"), Pages: fstest.MapFS{}, Log: f.log,
		}))
		beside.Go(func() error { return looker.look(ctx, server.URL+"/api/tournaments/bench/standings") })
		n, atMiddle := 0, 0
		var begun, last time.Time
		var cpu time.Duration
		var heapAtMiddle uint64
		var src *dispatch.TournamentSource
		e.Observe = func(r league.Report) {
			if begun.IsZero() {
				begun, cpu = time.Now(), refereetest.OwnCPU()
				time.AfterFunc(long, src.Stop)
			}
			n, last = n+1, time.Now()
			if atMiddle == 0 && last.Sub(begun) > long/2 {
				atMiddle, heapAtMiddle = n, heap()
			}
			looker.saved(r.ID)
		}
		src = dispatch.NewTournamentSource(e, map[string]league.Outcome{})
		if err := f.coordinator.Run(b.Context(), dispatch.Pool{Workers: 1, Affinity: dispatch.Off}, src); err != nil {
			b.Fatal(err)
		}
		cpu = refereetest.OwnCPU() - cpu
		growth := float64(heap()) - float64(heapAtMiddle)
		stop()
		if err := beside.Wait(); err != nil {
			b.Fatal(err)
		}
		server.Close()
		src.Close()
		db.Close()
		b.ReportMetric(float64(n)/last.Sub(begun).Seconds(), "reports/s")
		b.ReportMetric(float64(cpu.Microseconds())/float64(n), "us-CPU/report")
		if lasts > 0 {
			b.ReportMetric(refereetest.Quantile(looker.latencies, 0.5), "ms-to-standings")
		} else {
			b.ReportMetric(growth/float64(n-atMiddle), "heap-B/report")
		}
	}
	b.ReportMetric(0, "ns/op")
}

func botsOf(contenders []dispatch.Contender) (bots []league.Bot) {
	for _, c := range contenders {
		bots = append(bots, c.Bot)
	}
	return bots
}

// heap returns the bytes of memory in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// A looker looks at the standings again and again.
type looker struct {
	mu        sync.Mutex
	sent      map[string]time.Time // of reports that are not saved
	order     []time.Time          // when those that are saved were sent
	latencies []float64            // in ms
}

func (l *looker) send(match string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent[match] = time.Now()
}

func (l *looker) saved(match string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.order = append(l.order, l.sent[match])
	delete(l.sent, match)
}

// look gets the standings until ctx ends.
func (l *looker) look(ctx context.Context, url string) error {
	for ctx.Err() == nil {
		response, err := http.Get(url)
		if err != nil {
			return err
		}
		var standings struct{ Matches int }
		err = json.NewDecoder(response.Body).Decode(&standings)
		response.Body.Close()
		if err != nil {
			return fmt.Errorf("%s: %s: %w", url, response.Status, err)
		}
		l.mu.Lock()
		for n := len(l.latencies); n < min(standings.Matches, len(l.order)); n++ {
			l.latencies = append(l.latencies, time.Since(l.order[n]).Seconds()*1000)
		}
		l.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}

// A template is the report of a match, from which those of other repetitions are
// made.
type template struct {
	report league.Report
	text   []byte // of the record
	seed   []byte // the bots' seed in it
}

// playedInBothOrders plays a match of two bots in both orders, by who has the first
// seat.
func playedInBothOrders(b *testing.B, g referee.Game, contenders []dispatch.Contender) map[string]template {
	b.Helper()
	played := map[string]template{}
	for _, order := range [][]dispatch.Contender{contenders, {contenders[1], contenders[0]}} {
		w := dispatch.Work{Game: g, Contenders: order}
		w.Job.Pairing.Seats = []string{order[0].Bot.ID, order[1].Bot.ID}
		report, err := (dispatch.Pool{Affinity: dispatch.Off}).Play(b.Context(), w)
		if err != nil {
			b.Fatal(err)
		}
		zip, err := gzip.NewReader(bytes.NewReader(report.Record))
		if err != nil {
			b.Fatal(err)
		}
		text, err := io.ReadAll(zip)
		if err != nil {
			b.Fatal(err)
		}
		played[order[0].Bot.ID] = template{report, text, botSeed(w.Job)}
	}
	return played
}

// of returns the report of another job between the same bots in the same order.
func (t template) of(job league.Job) league.Report {
	report := t.report
	report.Job, report.Record = job, bytes.Replace(t.text, t.seed, botSeed(job), 1)
	return report
}

// botSeed returns the bots' seed of a job as it is in a record.
func botSeed(job league.Job) []byte {
	return []byte(`"bot_seed":"` + dispatch.BotSeed(job.Pairing) + `"`)
}
