package queue_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/live"
	"arbiter/server/queue"
	"arbiter/server/resolve"
	"arbiter/server/sqlite"
)

// stretch is how long one run of one side lasts.
const stretch = 2 * time.Second

// echoes returns two bots of the null game that can travel.
func echoes(b *testing.B) (contenders []dispatch.Contender) {
	b.Helper()
	dir := refereetest.Peers(b)
	for _, name := range []string{"a", "b"} {
		folder := filepath.Join(b.TempDir(), name)
		program, err := os.ReadFile(filepath.Join(dir, "echo"))
		if err == nil {
			err = os.MkdirAll(folder, 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, "echo"), program, 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, "bot.toml"), []byte("run = \"./echo\"\n"), 0o644)
		}
		if err != nil {
			b.Fatal(err)
		}
		c, err := resolve.Resolver{}.One(b.Context(), folder, refereetest.NewNull().Info().Name)
		if err != nil {
			b.Fatal(err)
		}
		contenders = append(contenders, c)
	}
	return contenders
}

// BenchmarkFarm compares two workers through the queue with the local pool: null
// matches per second, with and without the check of each record. Workers,
// coordinator and queue share the machine, so that the ratio has all that they
// cost.
func BenchmarkFarm(b *testing.B) {
	contenders := echoes(b)
	pool := dispatch.Pool{Workers: 2, Affinity: dispatch.Shared}
	for _, checked := range []bool{false, true} {
		b.Run(fmt.Sprintf("checked=%v", checked), func(b *testing.B) {
			f := newFarm(b)
			conn, err := queue.ConnectAs(fmt.Sprintf("nats://%s", f.engine.Addr()), queue.WorkerUser, token)
			if err != nil {
				b.Fatal(err)
			}
			defer conn.Close()
			ctx, stop := context.WithCancel(b.Context())
			w := &queue.Worker{
				Queue: conn, Name: "a", Contract: contract(b), Slots: 2, Live: &live.Broadcaster{}, Log: f.log,
				Bots: &queue.Bots{Dir: b.TempDir()}, Find: func(string) (referee.Game, error) { return refereetest.NewNull(), nil },
			}
			ended := make(chan error, 1)
			go func() { ended <- w.Run(ctx, pool, time.Minute) }()
			refereetest.Compare(b, "matches",
				func() float64 {
					return rate(b, contenders, func(src dispatch.Source) error {
						c := f.newCoordinator(f.coordinator.Queue)
						if !checked {
							c.Unchecked()
						}
						return c.Run(b.Context(), dispatch.Pool{Workers: 1, Affinity: dispatch.Off}, src)
					})
				},
				func() float64 {
					return rate(b, contenders, func(src dispatch.Source) error { return pool.Run(b.Context(), src) })
				})
			stop()
			if err := <-ended; err != nil {
				b.Error(err)
			}
		})
	}
}

// BenchmarkReports measures how many reports of null matches a coordinator takes from
// a thousand simulated workers: checked, and saved in a database on the disk. Its
// queue and the workers are in the same process. latency is the median time from a
// report to the moment in which the standings have it.
func BenchmarkReports(b *testing.B) {
	const workers, conns = 1000, 8
	contenders := echoes(b)
	for b.Loop() {
		f := newFarm(b)
		db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "t.db"), sqlite.Normal)
		if err != nil {
			b.Fatal(err)
		}
		template := nullRecord(b, contenders)
		var mu sync.Mutex
		sent, latencies := map[string]time.Time{}, []float64{}
		ctx, stop := context.WithCancel(b.Context())
		var simulated errgroup.Group
		play := func(job league.Job) league.Report {
			report := template.of(job)
			mu.Lock()
			defer mu.Unlock()
			sent[job.ID] = time.Now()
			return report
		}
		ours := contract(b)
		for i := range conns {
			conn, err := queue.ConnectAs(fmt.Sprintf("nats://%s", f.engine.Addr()), queue.WorkerUser, token)
			if err != nil {
				b.Fatal(err)
			}
			defer conn.Close()
			for n := range workers / conns {
				simulated.Go(func() error {
					for ctx.Err() == nil { // until there are streams
						if err := queue.SimulateWorker(ctx, conn, fmt.Sprintf("w%d-%d", i, n), ours, play); err == nil {
							break
						}
						time.Sleep(100 * time.Millisecond)
					}
					return nil
				})
			}
		}
		e := tournamentOf(contenders)
		if err := db.SaveTournament(b.Context(), league.Tournament{ID: e.Definition.ID, Game: e.Definition.Game}, nil, nil); err != nil {
			b.Fatal(err)
		}
		e.Save = db.SaveReports
		n := 0
		var begun, last time.Time
		var src *dispatch.Tournament
		e.Observe = func(r league.Report) {
			if begun.IsZero() {
				begun = time.Now()
				time.AfterFunc(4*stretch, src.Stop)
			}
			n, last = n+1, time.Now()
			mu.Lock()
			defer mu.Unlock()
			latencies = append(latencies, time.Since(sent[r.ID]).Seconds()*1000)
			delete(sent, r.ID)
		}
		src = dispatch.NewTournament(e, map[string]league.Outcome{})
		if err := f.coordinator.Run(b.Context(), dispatch.Pool{Workers: 1, Affinity: dispatch.Off}, src); err != nil {
			b.Fatal(err)
		}
		stop()
		if err := simulated.Wait(); err != nil {
			b.Fatal(err)
		}
		src.Close()
		db.Close()
		b.ReportMetric(float64(n)/last.Sub(begun).Seconds(), "reports/s")
		b.ReportMetric(refereetest.Quantile(latencies, 0.5), "ms-latency")
	}
	b.ReportMetric(0, "ns/op")
}

// A nullMatchReport is the report of a null match, from which those of others are
// made.
type nullMatchReport struct {
	report league.Report
	text   []byte // of the record
	seed   []byte // the bots' seed in it
}

func nullRecord(b *testing.B, contenders []dispatch.Contender) nullMatchReport {
	b.Helper()
	w := dispatch.Work{Game: refereetest.NewNull(), Contenders: contenders}
	w.Job.Pairing.Seats = []string{contenders[0].Bot.ID, contenders[1].Bot.ID}
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
	return nullMatchReport{report, text, []byte(`"bot_seed":"` + dispatch.BotSeed(w.Job.Pairing) + `"`)}
}

// of returns the report of another job between the same bots, in either order.
func (r nullMatchReport) of(job league.Job) league.Report {
	report, text := r.report, bytes.Replace(r.text, r.seed, []byte(`"bot_seed":"`+dispatch.BotSeed(job.Pairing)+`"`), 1)
	if job.Pairing.Seats[0] != r.report.Pairing.Seats[0] {
		head, turns, _ := bytes.Cut(text, []byte("\n"))
		first, second := seatOf(head, 0), seatOf(head, 1)
		head = bytes.Replace(head, slices.Concat(first, []byte(","), second), slices.Concat(second, []byte(","), first), 1)
		text = slices.Concat(head, []byte("\n"), turns)
	}
	report.Job, report.Record = job, text
	return report
}

// seatOf returns the JSON of a seat in the header of a record.
func seatOf(head []byte, seat int) []byte {
	_, list, _ := bytes.Cut(head, []byte(`"seats":[`))
	list, _, _ = bytes.Cut(list, []byte("]"))
	first, second, _ := bytes.Cut(list, []byte("},"))
	if seat == 0 {
		return append(bytes.Clone(first), '}')
	}
	return second
}

// tournamentOf returns a tournament of null matches without end.
func tournamentOf(contenders []dispatch.Contender) dispatch.TournamentEntry {
	e := dispatch.TournamentEntry{Game: refereetest.NewNull(), Contenders: map[string]dispatch.Contender{}}
	e.Definition = league.Tournament{ID: "bench", Game: e.Game.Info().Name, Seats: 2, Format: league.RoundRobin, Starts: []league.Start{{}}, Games: league.MaxGames}
	for _, c := range contenders {
		e.Contenders[c.Bot.ID] = c
		e.Definition.Bots = append(e.Definition.Bots, c.Bot.ID)
	}
	return e
}

// rate plays a tournament of two bots for a stretch, which begins with the first
// report, and returns its matches per second.
func rate(b *testing.B, contenders []dispatch.Contender, run func(dispatch.Source) error) float64 {
	b.Helper()
	e := tournamentOf(contenders)
	n, long := 0, 0.0
	var begun time.Time
	e.Save = func(context.Context, []league.Report) error { return nil }
	var src *dispatch.Tournament
	e.Observe = func(league.Report) {
		if begun.IsZero() {
			begun = time.Now()
			time.AfterFunc(stretch, src.Stop)
		}
		n++
		long = time.Since(begun).Seconds()
	}
	src = dispatch.NewTournament(e, map[string]league.Outcome{})
	defer src.Close()
	if err := run(src); err != nil {
		b.Fatal(err)
	}
	return float64(n) / long
}
