package dispatch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// contender returns a bot that always gives the same answer.
func contender(answer string) dispatch.Contender {
	script := `while read line; do echo "@metric depth 3" >&2; echo "$0"; done`
	return dispatch.Contender{
		Bot:  league.NewBot("tally", "bot"+answer, "bot "+answer, "", "0000000"+answer),
		Spec: process.Spec{Name: "bot" + answer, Command: []string{"sh", "-c", script, answer}},
	}
}

// A memory is a store that forgets.
type memory struct {
	mu      sync.Mutex
	reports map[string]league.Report
	times   map[string]int
}

func (m *memory) save(_ context.Context, reports []league.Report) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.reports == nil {
		m.reports, m.times = map[string]league.Report{}, map[string]int{}
	}
	for _, r := range reports {
		m.reports[r.ID] = r
		m.times[r.ID]++
	}
	return nil
}

func entry(t *testing.T, format league.Format, seats int, answers ...string) (dispatch.TournamentEntry, *memory) {
	t.Helper()
	e := dispatch.TournamentEntry{
		Game:       refereetest.Tally{Seats: seats},
		Contenders: map[string]dispatch.Contender{},
		Definition: league.Tournament{
			ID: "test", Game: "tally", Seats: seats, Format: format,
			Starts: []league.Start{{Seed: 1}, {Seed: 2}}, CreatedAt: time.Unix(0, 0),
		},
	}
	if format == league.Gauntlet {
		e.Definition.Challengers = 1
	}
	for _, answer := range answers {
		c := contender(answer)
		e.Contenders[c.Bot.ID] = c
		e.Definition.Bots = append(e.Definition.Bots, c.Bot.ID)
	}
	store := &memory{}
	e.Save = store.save
	return e, store
}

func run(t *testing.T, e dispatch.TournamentEntry, outcomes map[string]league.Outcome, p dispatch.Pool) error {
	t.Helper()
	src := dispatch.NewTournamentSource(e, outcomes)
	defer src.Stop()
	return p.Run(context.Background(), src)
}

// Every match of every format is played once, whatever the number of workers.
func TestEveryMatchIsPlayedOnce(t *testing.T) {
	for _, format := range league.Formats() {
		for _, seats := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s with %d seats", format, seats), func(t *testing.T) {
				e, store := entry(t, format, seats, "3", "5", "7")
				e.Definition.Rounds = 2
				if err := run(t, e, map[string]league.Outcome{}, dispatch.Pool{Workers: 3}); err != nil {
					t.Fatal(err)
				}
				outcomes := league.Outcomes{}
				for id, r := range store.reports {
					outcomes[id] = r.Outcome()
					if store.times[id] != 1 {
						t.Errorf("match %s was reported %d times", id, store.times[id])
					}
				}
				if len(outcomes) == 0 || !league.Complete(e.Definition, outcomes) {
					t.Errorf("not done after %d matches", len(outcomes))
				}
			})
		}
	}
}

// Running the same tournament again plays exactly what is missing.
func TestGoesOnWhereItStopped(t *testing.T) {
	e, store := entry(t, league.RoundRobin, 2, "3", "5", "7")
	e.Definition.Starts = nil
	for seed := range int64(10) {
		e.Definition.Starts = append(e.Definition.Starts, league.Start{Seed: seed})
	}
	src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
	e.Observe = func(league.Report) {}
	stopped := &stopper{Source: src, after: 5, stop: src.Stop}
	if err := (dispatch.Pool{Workers: 2}).Run(context.Background(), stopped); err != nil {
		t.Fatal(err)
	}
	first := len(store.reports)
	if first < 5 || first > 5+2*(dispatch.MaxUnsafe+1) {
		t.Errorf("%d matches were played; want the 5 before the stop, those that were running and those whose reports were on their way", first)
	}
	outcomes := map[string]league.Outcome{}
	for id, r := range store.reports {
		outcomes[id] = r.Outcome()
	}
	if err := run(t, e, outcomes, dispatch.Pool{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	if want := 3 * 2 * 10; len(store.reports) != want {
		t.Errorf("%d matches; want %d", len(store.reports), want)
	}
	for id, n := range store.times {
		if n != 1 {
			t.Errorf("match %s was played %d times", id, n)
		}
	}
}

// A stopper stops after some reports.
type stopper struct {
	dispatch.Source
	mu    sync.Mutex
	after int
	stop  func()
}

func (s *stopper) Played(ctx context.Context, matches []dispatch.Played) error {
	err := s.Source.Played(ctx, matches)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.after -= len(matches); s.after <= 0 {
		s.stop()
	}
	return err
}

// A report has what the game and the bots said of the match, and a replay
// that plays again.
func TestReport(t *testing.T) {
	e, store := entry(t, league.RoundRobin, 2, "3", "5")
	if err := run(t, e, map[string]league.Outcome{}, dispatch.Pool{Version: "1.2.3"}); err != nil {
		t.Fatal(err)
	}
	for _, r := range store.reports {
		if r.Result.Reason != "counted" || r.Turns != 3 || r.Game != "tally" || r.Rules != 1 {
			t.Errorf("report %+v", r)
		}
		if len(r.Attributes) != 1 || r.Attributes[0].Name != "turns" {
			t.Errorf("attributes %v", r.Attributes)
		}
		if len(r.Metrics) != 2 || r.Metrics[1] != (league.Metric{Seat: 1, Name: "depth", Value: 3}) {
			t.Errorf("metrics %v", r.Metrics)
		}
		if r.Times[0].Answers != 3 || r.Times[0].Wall <= 0 || r.Times[0].MaxWall > r.Times[0].Wall || r.Waited < r.Times[0].Wall || r.Waited > r.Duration {
			t.Errorf("times %v", r.Times)
		}
		rec, err := replay.Read(bytes.NewReader(r.Record))
		if err != nil {
			t.Fatal(err)
		}
		if verified, err := replay.Verify(rec, e.Game); err != nil || verified.Status != replay.Same {
			t.Errorf("replay: %v, %v", verified, err)
		}
		if rec.Header.Arbiter != "1.2.3" || rec.Header.Seats[0].Digest == "" {
			t.Errorf("header %+v", rec.Header)
		}
	}
}

// An explicit start position is kept once by the store: the replay names it.
func TestExplicitPosition(t *testing.T) {
	e, store := entry(t, league.RoundRobin, 1, "3")
	e.Definition.Starts = []league.Start{{Position: "d1", Name: "long"}}
	e.Position = func(digest string) ([]byte, error) { return []byte(`{"turns": 9}`), nil }
	if err := run(t, e, map[string]league.Outcome{}, dispatch.Pool{}); err != nil {
		t.Fatal(err)
	}
	for _, r := range store.reports {
		rec, err := replay.Read(bytes.NewReader(r.Record))
		if err != nil {
			t.Fatal(err)
		}
		if r.Turns != 9 || rec.Header.Setup != nil || rec.Header.SetupRef != "d1" {
			t.Errorf("%d turns, setup %s, ref %q", r.Turns, rec.Header.Setup, rec.Header.SetupRef)
		}
	}
}

// A fault is a result; the other matches are played.
func TestFaultIsAResult(t *testing.T) {
	e, store := entry(t, league.RoundRobin, 2, "3", "x")
	if err := run(t, e, map[string]league.Outcome{}, dispatch.Pool{}); err != nil {
		t.Fatal(err)
	}
	for _, r := range store.reports {
		if len(r.Result.Faults) != 1 || r.Result.Faults[0].Kind != referee.Garbled {
			t.Errorf("faults %v", r.Result.Faults)
		}
	}
	if len(store.reports) != 4 {
		t.Errorf("%d matches; want 4", len(store.reports))
	}
}

// A bot that cannot be started does not lose its matches: the tournament stops.
func TestBotThatCannotStart(t *testing.T) {
	e, store := entry(t, league.RoundRobin, 2, "3", "5")
	for id, c := range e.Contenders {
		if strings.HasPrefix(id, "bot5") {
			c.Spec.Command = []string{"/no/such/program"}
			e.Contenders[id] = c
		}
	}
	err := run(t, e, map[string]league.Outcome{}, dispatch.Pool{})
	var spec *process.SpecError
	if !errors.As(err, &spec) || !strings.Contains(err.Error(), "/no/such/program") {
		t.Errorf("error %v; want the program that is missing", err)
	}
	if len(store.reports) != 0 {
		t.Errorf("%d matches were reported", len(store.reports))
	}
}

// A bot's files are checked before each match. One whose files are not what they
// were is not started, and the tournament stops.
func TestChangedFilesAreNotPlayed(t *testing.T) {
	e, store := entry(t, league.RoundRobin, 2, "3", "5")
	changed := errors.New("bot.py is not what it was")
	var checks atomic.Int32
	for id, c := range e.Contenders {
		c.Check = func() error {
			if checks.Add(1) > 4 { // two matches of two bots
				return changed
			}
			return nil
		}
		e.Contenders[id] = c
	}
	if err := run(t, e, map[string]league.Outcome{}, dispatch.Pool{Workers: 1}); !errors.Is(err, changed) {
		t.Errorf("error %v; want what was changed", err)
	}
	if len(store.reports) != 2 {
		t.Errorf("%d matches were reported; want the two before", len(store.reports))
	}
}

type brokenRecorder struct{ err error }

func (r brokenRecorder) Turn(*referee.Turn) error           { return r.err }
func (r brokenRecorder) End(referee.Result, [][]byte) error { return nil }

// "an error of the machine is never a bot's loss": the match is played again,
// and the tournament stops when that does not help.
func TestMachineErrors(t *testing.T) {
	broken := errors.New("disk on fire")
	for _, tt := range []struct {
		name  string
		times int
		want  error
	}{{"now and then", 2, nil}, {"for good", 100, broken}} {
		t.Run(tt.name, func(t *testing.T) {
			e, store := entry(t, league.RoundRobin, 2, "3", "5")
			var mu sync.Mutex
			left := tt.times
			pool := dispatch.Pool{Workers: 1, Watch: func(dispatch.Work, referee.Match) referee.Recorder {
				mu.Lock()
				defer mu.Unlock()
				if left--; left >= 0 {
					return brokenRecorder{broken}
				}
				return brokenRecorder{}
			}}
			err := run(t, e, map[string]league.Outcome{}, pool)
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v; want %v", err, tt.want)
			}
			if tt.want == nil && len(store.reports) != 4 {
				t.Errorf("%d matches; want 4", len(store.reports))
			}
		})
	}
}

// A canceller cancels when a match has just ended.
type canceller struct{ cancel context.CancelFunc }

func (c canceller) Turn(*referee.Turn) error { return nil }
func (c canceller) End(referee.Result, [][]byte) error {
	c.cancel()
	return nil
}

// A match that was played is kept, even when everything is cancelled before its
// report is safe.
func TestCancelKeepsWhatWasPlayed(t *testing.T) {
	e, store := entry(t, league.RoundRobin, 2, "3", "5")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	e.Save = func(ctx context.Context, reports []league.Report) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return store.save(ctx, reports)
	}
	pool := dispatch.Pool{Workers: 1, Watch: func(dispatch.Work, referee.Match) referee.Recorder { return canceller{cancel} }}
	src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
	defer src.Stop()
	if err := pool.Run(ctx, src); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v; want %v", err, context.Canceled)
	}
	if len(store.reports) != 1 {
		t.Errorf("%d matches are kept; want the one that was played", len(store.reports))
	}
}

// "how many matches of a worker may be played and not safe yet": this is what a
// kill may cost.
func TestFewMatchesAreUnsafe(t *testing.T) {
	e, store := entry(t, league.RoundRobin, 2, "3", "5")
	e.Definition.Games = 20
	var started, safe atomic.Int64
	e.Save = func(ctx context.Context, reports []league.Report) error {
		defer safe.Add(int64(len(reports)))
		return store.save(ctx, reports)
	}
	pool := dispatch.Pool{Workers: 1, Watch: func(dispatch.Work, referee.Match) referee.Recorder {
		if ahead := started.Add(1) - safe.Load(); ahead > dispatch.MaxUnsafe+1 {
			t.Errorf("a match is started while %d others are not safe; want at most %d", ahead-1, dispatch.MaxUnsafe)
		}
		return brokenRecorder{}
	}}
	if err := run(t, e, map[string]league.Outcome{}, pool); err != nil {
		t.Fatal(err)
	}
	if len(store.reports) != 40 {
		t.Errorf("%d matches; want 40", len(store.reports))
	}
}

// Cancelling aborts what is running and returns the cause.
func TestCancel(t *testing.T) {
	e, _ := entry(t, league.RoundRobin, 2, "3", "5")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
	defer src.Stop()
	if err := (dispatch.Pool{}).Run(ctx, src); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v; want %v", err, context.Canceled)
	}
}

// ARBITER_BOT_SEED is the same on both sides of a pair, and another number on
// another start or repetition.
func TestBotSeed(t *testing.T) {
	seen := map[string]string{}
	for _, p := range []league.Pairing{
		{Start: league.Start{Seed: 1}},
		{Start: league.Start{Seed: 2}},
		{Start: league.Start{Seed: 1}, Repetition: 1},
		{Start: league.Start{Position: "d1"}},
	} {
		p.Seats = []string{"a", "b"}
		seed := dispatch.BotSeed(p)
		p.Seats = []string{"b", "a"}
		if other := dispatch.BotSeed(p); other != seed {
			t.Errorf("%v: %s and %s with the seats swapped", p, seed, other)
		}
		if before, ok := seen[seed]; ok {
			t.Errorf("%v and %v have the same %s", p, before, seed)
		}
		seen[seed] = fmt.Sprint(p)
	}
}
