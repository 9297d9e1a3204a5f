package dispatch_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sys/unix"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/refereetest"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// stretch is how long one run of one side lasts.
const stretch = time.Second

// rate plays a tournament of two bots for a stretch and returns its matches
// per second.
func rate(b *testing.B, g referee.Game, bot process.Spec, p dispatch.Pool, save saver) float64 {
	b.Helper()
	e := dispatch.TournamentEntry{Game: g, Contenders: map[string]dispatch.Contender{}, Save: save}
	e.Definition = league.Tournament{ID: "bench", Game: g.Info().Name, Seats: 2, Format: league.RoundRobin, Starts: []league.Start{{}}, Games: league.MaxGames}
	for _, name := range []string{"a", "b"} {
		c := dispatch.Contender{Bot: league.NewBot(g.Info().Name, name, name, "", name), Spec: bot}
		e.Contenders[c.Bot.ID] = c
		e.Definition.Bots = append(e.Definition.Bots, c.Bot.ID)
	}
	n := 0
	e.Observe = func(league.Report) { n++ }
	src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
	begun := time.Now()
	timer := time.AfterFunc(stretch, src.Stop)
	defer timer.Stop()
	if err := p.Run(context.Background(), src); err != nil {
		b.Fatal(err)
	}
	return float64(n) / time.Since(begun).Seconds()
}

// A saver keeps reports, as dispatch.TournamentEntry.Save does.
type saver func(context.Context, []league.Report) error

func forget(context.Context, []league.Report) error { return nil }

// store returns a function that keeps reports in a new database.
func store(b *testing.B, d sqlite.Durability) saver {
	b.Helper()
	db, err := sqlite.Open(context.Background(), filepath.Join(b.TempDir(), "bench.db"), d)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	if err := db.SaveTournament(context.Background(), league.Tournament{ID: "bench"}, nil, nil); err != nil {
		b.Fatal(err)
	}
	var n atomic.Int64
	return func(ctx context.Context, reports []league.Report) error {
		for i := range reports { // a stretch plays the same pairings again
			reports[i].ID = fmt.Sprintf("%s-%d", reports[i].ID, n.Add(1))
		}
		return db.SaveReports(ctx, reports)
	}
}

// BenchmarkNullMatch compares a tournament's matches per second, with replays
// and results in SQLite, to matchfloor's.
func BenchmarkNullMatch(b *testing.B) {
	dir := refereetest.Peers(b)
	bot := process.Spec{Name: "echo", Command: []string{filepath.Join(dir, "echo")}}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			save := store(b, sqlite.Normal)
			refereetest.Compare(b, "matches",
				func() float64 {
					return rate(b, refereetest.NewNull(), bot, dispatch.Pool{Workers: workers, Affinity: dispatch.Shared}, save)
				},
				func() float64 {
					return refereetest.Peer(b, filepath.Join(dir, "matchfloor"), fmt.Sprint(stretch.Seconds()), fmt.Sprint(workers), "100", "1", bot.Command[0])
				})
		})
	}
}

// plain returns the matches per second of bare match loops, each pinned as a
// worker is: no schedule, no replay, no report.
func plain(b *testing.B, g referee.Game, bot process.Spec) float64 {
	b.Helper()
	var loops errgroup.Group
	var n atomic.Int64
	begun := time.Now()
	for _, cpu := range process.CPUs() {
		loops.Go(func() error {
			unpin, err := process.Pin(cpu)
			if err != nil {
				return err
			}
			defer unpin()
			for time.Since(begun) < stretch {
				if err := playPlain(g, bot); err != nil {
					return err
				}
				n.Add(1)
			}
			return nil
		})
	}
	if err := loops.Wait(); err != nil {
		b.Fatal(err)
	}
	return float64(n.Load()) / time.Since(begun).Seconds()
}

func playPlain(g referee.Game, bot process.Spec) error {
	m, err := g.New(referee.Setup{}, 2)
	if err != nil {
		return err
	}
	var table process.Table
	var players []referee.Player
	for range 2 {
		p, err := table.Start(bot)
		if err != nil {
			return err
		}
		players = append(players, p)
	}
	_, err = referee.Play(context.Background(), m, players, referee.Options{})
	return err
}

// BenchmarkOverhead compares a tournament's matches per second, with replays
// and results in SQLite, to those of bare match loops.
func BenchmarkOverhead(b *testing.B) {
	bot := process.Spec{Name: "echo", Command: []string{filepath.Join(refereetest.Peers(b), "echo")}}
	save := store(b, sqlite.Normal)
	compareCost(b,
		func() float64 {
			return rate(b, refereetest.NewNull(), bot, dispatch.Pool{Affinity: dispatch.Shared}, save)
		},
		func() float64 { return plain(b, refereetest.NewNull(), bot) })
}

// compareCost compares matches per second, and what a match costs in processor
// time, the bots' included: that says more on a machine with other work.
func compareCost(b *testing.B, ours, theirs func() float64) {
	b.Helper()
	allCPU := func() time.Duration {
		var u unix.Rusage
		if err := unix.Getrusage(unix.RUSAGE_CHILDREN, &u); err != nil {
			b.Fatal(err)
		}
		return refereetest.OwnCPU() + time.Duration(u.Utime.Nano()+u.Stime.Nano())
	}
	perMatch := func(rate func() float64, all *[]float64) func() float64 {
		return func() float64 {
			cpu, begun := allCPU(), time.Now()
			r := rate()
			matches := r * time.Since(begun).Seconds()
			*all = append(*all, float64((allCPU()-cpu).Microseconds())/matches)
			return r
		}
	}
	var our, their []float64
	refereetest.Compare(b, "matches", perMatch(ours, &our), perMatch(theirs, &their))
	b.ReportMetric(refereetest.Quantile(our, 0.5), "us-CPU/match")
	b.ReportMetric(refereetest.Quantile(their, 0.5)/refereetest.Quantile(our, 0.5), "of-limit-in-CPU")
}

// BenchmarkStorage compares matches per second with results and replays in
// SQLite to those whose replays are made and forgotten.
func BenchmarkStorage(b *testing.B) {
	bot := process.Spec{Name: "echo", Command: []string{filepath.Join(refereetest.Peers(b), "echo")}}
	for _, d := range []sqlite.Durability{sqlite.Normal, sqlite.Full} {
		b.Run(string(d), func(b *testing.B) {
			save := store(b, d)
			compareCost(b,
				func() float64 { return rate(b, refereetest.NewNull(), bot, dispatch.Pool{}, save) },
				func() float64 { return rate(b, refereetest.NewNull(), bot, dispatch.Pool{}, forget) })
		})
	}
}

// BenchmarkReplays compares matches per second with replays, which are
// forgotten, to those without.
func BenchmarkReplays(b *testing.B) {
	bot := process.Spec{Name: "echo", Command: []string{filepath.Join(refereetest.Peers(b), "echo")}}
	compareCost(b,
		func() float64 { return rate(b, refereetest.NewNull(), bot, dispatch.Pool{}, forget) },
		func() float64 { return rate(b, refereetest.NewNull(), bot, dispatch.Pool{Discard: true}, forget) })
}

// BenchmarkAffinity compares the default to workers that are pinned by hand.
func BenchmarkAffinity(b *testing.B) {
	bot := process.Spec{Name: "echo", Command: []string{filepath.Join(refereetest.Peers(b), "echo")}}
	workers := len(process.CPUs())
	refereetest.Compare(b, "matches",
		func() float64 { return rate(b, refereetest.NewNull(), bot, dispatch.Pool{Discard: true}, forget) },
		func() float64 {
			return rate(b, refereetest.NewNull(), bot, dispatch.Pool{Discard: true, Workers: workers, Affinity: dispatch.Shared}, forget)
		})
}
