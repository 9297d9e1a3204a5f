package scheduler_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"arbiter/bots/botstest"
	"arbiter/referee"
	"arbiter/referee/games/domain"
	"arbiter/referee/refereetest"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/ladder"
	"arbiter/server/playing/live"
	"arbiter/server/playing/resolve"
	"arbiter/server/serving/scheduler"
)

// stretch is how long one run of one side lasts.
const stretch = time.Second

// benchPool has two workers, as the smallest server has.
var benchPool = dispatch.Pool{Workers: 2, Affinity: dispatch.Shared}

// A countingStore counts the matches that are kept.
type countingStore struct {
	*sqlite.DB
	kept atomic.Int64
}

func (c *countingStore) SaveReports(ctx context.Context, reports []league.Report) error {
	c.kept.Add(int64(len(reports)))
	return c.DB.SaveReports(ctx, reports)
}

// openCounting opens a new database.
func openCounting(b *testing.B) *countingStore {
	b.Helper()
	db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "bench.db"), sqlite.Normal)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return &countingStore{DB: db}
}

// instantBots writes the folders of two bots that play domain at once, and
// returns their paths.
func instantBots(b *testing.B) []string {
	b.Helper()
	program := refereetest.Compile(b, "../../playing/dispatch/testdata/instant.c")
	var bots []string
	for i := range 2 {
		dir := filepath.Join(b.TempDir(), fmt.Sprint("bot", i))
		writeBot(b, dir, fmt.Sprintf("# %d\nrun = %q", i, program+" domain"))
		bots = append(bots, dir)
	}
	return bots
}

// scheduled plays two tournaments in turn for a stretch and returns the matches
// per second.
func scheduled(b *testing.B, bots []string) float64 {
	return scheduledFor(b, bots, &live.Broadcaster{})
}

// scheduledFor is scheduled with a broadcaster.
func scheduledFor(b *testing.B, bots []string, hub *live.Broadcaster) float64 {
	b.Helper()
	db := openCounting(b)
	s := &scheduler.Scheduler{
		Store: db, Resolver: resolve.Resolver{Output: io.Discard, Builtin: botstest.Program(b)}, Log: slog.New(slog.DiscardHandler),
		Live: hub, Pool: benchPool,
	}
	for _, name := range []string{"a", "b"} {
		p := plan(b, name, "1..100")
		p.Bots, p.Games = bots, league.MaxGames
		if _, err := s.Create(b.Context(), p); err != nil {
			b.Fatal(err)
		}
		if err := s.Start(b.Context(), name); err != nil {
			b.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(b.Context(), stretch)
	defer cancel()
	begun := time.Now()
	if err := s.Run(ctx, time.Minute); err != nil {
		b.Fatal(err)
	}
	return float64(db.kept.Load()) / time.Since(begun).Seconds()
}

// dispatched plays one such tournament without a scheduler.
func dispatched(b *testing.B, bots []string) float64 {
	b.Helper()
	db := openCounting(b)
	resolver := resolve.Resolver{Output: io.Discard, Builtin: botstest.Program(b)}
	found, err := resolver.All(b.Context(), bots, "domain")
	if err != nil {
		b.Fatal(err)
	}
	p := plan(b, "a", "1..100")
	e := dispatch.TournamentEntry{
		Definition: league.Tournament{
			ID: "a", Game: "domain", Seats: 2, Format: league.RoundRobin, Starts: p.Seeds, Games: league.MaxGames,
			Limits: domain.Game{}.Info().Limits(), CreatedAt: time.Now(),
		},
		Game: domain.Game{}, Contenders: map[string]dispatch.Contender{}, Save: db.SaveReports,
	}
	var entered []league.Bot
	for _, c := range found {
		entered = append(entered, c.Bot)
		e.Contenders[c.Bot.ID] = c
		e.Definition.Bots = append(e.Definition.Bots, c.Bot.ID)
	}
	if err := db.SaveTournament(b.Context(), e.Definition, entered, nil); err != nil {
		b.Fatal(err)
	}
	pool, broadcaster := benchPool, &live.Broadcaster{}
	pool.Watch = func(w dispatch.Work, m referee.Match) referee.Recorder { return broadcaster.Watch(w, m) }
	e.Observe = func(r league.Report) { broadcaster.Ended(r.ID) }
	src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
	begun := time.Now()
	timer := time.AfterFunc(stretch, src.Stop)
	defer timer.Stop()
	if err := pool.Run(b.Context(), src); err != nil {
		b.Fatal(err)
	}
	return float64(db.kept.Load()) / time.Since(begun).Seconds()
}

// BenchmarkTwoTournaments compares two tournaments that the scheduler plays in turn
// with one that is played without it. It reports the ratio of their matches per
// second, and the processor time of this process for a match of each.
func BenchmarkTwoTournaments(b *testing.B) {
	bots := instantBots(b)
	var ours, theirs []float64
	perMatch := func(rate func(*testing.B, []string) float64, all *[]float64) func() float64 {
		return func() float64 {
			cpu, begun := refereetest.OwnCPU(), time.Now()
			r := rate(b, bots)
			*all = append(*all, float64((refereetest.OwnCPU()-cpu).Microseconds())/(r*time.Since(begun).Seconds()))
			return r
		}
	}
	refereetest.Compare(b, "matches", perMatch(scheduled, &ours), perMatch(dispatched, &theirs))
	b.ReportMetric(refereetest.Quantile(ours, 0.5), "us-CPU/match")
	b.ReportMetric(refereetest.Quantile(ours, 0.5)/refereetest.Quantile(theirs, 0.5), "of-limit-in-CPU")
}

// BenchmarkUnwatched compares a server whose matches nobody may watch with one that
// records them for watchers. It reports the ratio of their matches per second, and for
// a match of each the processor time of this process.
func BenchmarkUnwatched(b *testing.B) {
	bots := instantBots(b)
	var without, with []float64
	side := func(unwatched bool, all *[]float64) func() float64 {
		return func() float64 {
			cpu, begun := refereetest.OwnCPU(), time.Now()
			r := scheduledFor(b, bots, &live.Broadcaster{Unwatched: unwatched})
			*all = append(*all, float64((refereetest.OwnCPU()-cpu).Microseconds())/(r*time.Since(begun).Seconds()))
			return r
		}
	}
	refereetest.Compare(b, "matches", side(true, &without), side(false, &with))
	b.ReportMetric(refereetest.Quantile(without, 0.5), "us-CPU/match")
	b.ReportMetric(refereetest.Quantile(without, 0.5)/refereetest.Quantile(with, 0.5), "of-limit-in-CPU")
}

// BenchmarkRestartWithLadder is how long the first match of a tournament takes from the
// begin of a server that has a ladder of 10 000 matches between 200 bots. No tournament
// waits until the ladder is counted.
func BenchmarkRestartWithLadder(b *testing.B) {
	db := openCounting(b).DB
	fillLadder(b, db, 200, 10_000)
	for n := 0; b.Loop(); n++ {
		b.StopTimer()
		first := make(chan struct{}, 1)
		s := &scheduler.Scheduler{
			Store: db, Resolver: resolve.Resolver{Output: io.Discard, Builtin: botstest.Program(b)}, Log: slog.New(slog.DiscardHandler), Live: &live.Broadcaster{}, Pool: benchPool,
			Publish: func(e scheduler.Event) {
				if e.Type == scheduler.MatchStarted {
					select {
					case first <- struct{}{}:
					default:
					}
				}
			},
		}
		p := plan(b, fmt.Sprint("waits", n), "1..2")
		_, err := s.Create(b.Context(), p)
		if err := errors.Join(err, db.SetTournamentState(b.Context(), p.Name, league.Running, "", league.Now())); err != nil {
			b.Fatal(err)
		}
		ctx, cancel := context.WithCancel(b.Context())
		ended := make(chan error, 1)
		b.StartTimer()
		go func() { ended <- s.Run(ctx, time.Minute) }()
		<-first
		b.StopTimer()
		cancel()
		if err := <-ended; err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// BenchmarkLadderBatch is the processor time of this process for a batch of four pairs in a
// ladder of 10 000 matches between 200 bots: choosing, storing, playing and counting.
func BenchmarkLadderBatch(b *testing.B) {
	db := openCounting(b).DB
	fillLadder(b, db, 200, 10_000)
	s := &scheduler.Scheduler{
		Store: db, Resolver: resolve.Resolver{Output: io.Discard, Builtin: botstest.Program(b)}, Log: slog.New(slog.DiscardHandler), Live: &live.Broadcaster{}, Pool: benchPool,
	}
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, time.Minute) }()
	for _, bot := range []string{"one=builtin:domain/wait", "two=builtin:domain/random"} {
		if _, _, err := s.EnterLadder(ctx, "long", bot, "", scheduler.Asker{AnyBot: true}, nil); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.ResumeLadder(ctx, "long", 0); err != nil {
		b.Fatal(err)
	}
	rounds := func(least int) int {
		played := 0
		refereetest.AwaitProgress(b, fmt.Sprintf("%d rounds of the ladder", least), func() (int, bool) {
			l, err := s.Ladder(ctx, "long")
			if err != nil || l.State == league.Failed {
				b.Fatal(err, l.Why)
			}
			played = l.Rounds
			return played, played >= least
		})
		return played
	}
	first := rounds(10_000/2/ladder.LeastStarts + 2)
	before := refereetest.OwnCPU()
	for n := 1; b.Loop(); n++ {
		rounds(first + n)
	}
	b.ReportMetric((refereetest.OwnCPU()-before).Seconds()*1000/float64(b.N), "cpu-ms/op")
	cancel()
	if err := <-ended; err != nil {
		b.Fatal(err)
	}
}

// fillLadder saves a ladder that is paused, with so many matches of so many bots, which
// nobody played.
func fillLadder(b *testing.B, db *sqlite.DB, bots, matches int) {
	b.Helper()
	const name = "long"
	var g domain.Game
	t, positions := ladder.Define(league.OpenLadder{Name: name}, g, referee.TimeLimits{First: time.Second, Turn: time.Second})
	var typed []string
	for n := range bots {
		typed = append(typed, fmt.Sprintf("bot%03d=builtin:domain/random?seed=%d", n, n))
	}
	found, err := resolve.Resolver{Output: io.Discard}.All(b.Context(), typed, "domain")
	if err != nil {
		b.Fatal(err)
	}
	var all []league.Bot
	for _, c := range found {
		bot := c.Bot
		all, t.Bots = append(all, bot), append(t.Bots, bot.ID)
		t.Series.Entries = append(t.Series.Entries, league.SeriesEntry{Key: bot.Name, Bot: bot.ID, Round: 1, Asked: league.Now()})
	}
	for n := range matches / 2 / ladder.LeastStarts {
		var round []league.Cell
		for i := range ladder.LeastStarts {
			a := (n*ladder.LeastStarts + i) % bots
			round = append(round, league.Cell{A: t.Bots[a], B: t.Bots[(a+1+n%(bots-1))%bots], Pairs: 1})
		}
		t.Series.Rounds = append(t.Series.Rounds, round)
	}
	err = errors.Join(db.SaveOpenLadder(b.Context(), league.OpenLadder{Name: name, Game: "domain", TimeFactor: 1, CreatedAt: league.Now()}),
		db.SaveTournament(b.Context(), t, all, positions))
	if err != nil {
		b.Fatal(err)
	}
	evidence := league.NewEvidence(t)
	for n := range t.Series.Rounds {
		var reports []league.Report
		pairings, _ := evidence.Round(t.Series, n+1)
		for p := range pairings {
			scores := []int64{int64(n % 3), 1}
			r := league.Report{
				Job: league.Job{ID: p.ID(name), Tournament: name, Pairing: p}, Game: "domain", Rules: g.Info().Rules, Limits: t.Limits, Turns: 1, PlayedAt: league.Now(),
				Result: referee.Result{Scores: scores, Ranks: referee.RankScores(scores), Reason: "turn_limit"}, Times: make([]league.Times, 2),
			}
			reports = append(reports, r)
			evidence.Add(r.Match())
		}
		if err := db.SaveReports(b.Context(), reports); err != nil {
			b.Fatal(err)
		}
	}
	if err := db.SetTournamentState(b.Context(), name, league.Paused, "", league.Now()); err != nil {
		b.Fatal(err)
	}
}
