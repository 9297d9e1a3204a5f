package queue_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/live"
	"arbiter/server/playing/resolve"
	"arbiter/server/serving/queue"
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
			conn, err := queue.ConnectAs(f.urls, queue.WorkerUser, token)
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

// endless returns a tournament of a game without end, on one start.
func endless(g referee.Game, contenders []dispatch.Contender) dispatch.TournamentEntry {
	e := dispatch.TournamentEntry{Game: g, Contenders: map[string]dispatch.Contender{}}
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
	e := endless(refereetest.NewNull(), contenders)
	n, long := 0, 0.0
	var begun time.Time
	e.Save = func(context.Context, []league.Report) error { return nil }
	var src *dispatch.TournamentSource
	e.Observe = func(league.Report) {
		if begun.IsZero() {
			begun = time.Now()
			time.AfterFunc(stretch, src.Stop)
		}
		n++
		long = time.Since(begun).Seconds()
	}
	src = dispatch.NewTournamentSource(e, map[string]league.Outcome{})
	defer src.Close()
	if err := run(src); err != nil {
		b.Fatal(err)
	}
	return float64(n) / long
}
