package analyst

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/refereetest"
	"arbiter/referee/replay"
	"arbiter/server/playing/cond"
)

// A hall says whether something is played, as a test wants it.
type hall struct {
	mu      sync.Mutex
	changed cond.Var
	playing bool
}

func (h *hall) play(playing bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.playing = playing
	h.changed.Broadcast()
}

func (h *hall) AwaitQuiet(ctx context.Context, _ time.Duration) error {
	return h.changed.Wait(ctx, &h.mu, func() bool { return !h.playing })
}

func (h *hall) AwaitPlay(ctx context.Context) error {
	return h.changed.Wait(ctx, &h.mu, func() bool { return h.playing })
}

// A slowJudge takes its time, so that an analysis is not over before a test, which may wait
// for a core, has seen that it runs.
type slowJudge struct{ judge.Judge }

func (j slowJudge) Continue(position int, answers [][]string, kind, n int) float64 {
	time.Sleep(200 * time.Microsecond)
	return j.Judge.Continue(position, answers, kind, n)
}

// newSpare returns a Spare in a hall where nothing is played. The match "gone" has no replay.
func newSpare(t *testing.T, budget time.Duration, matches ...string) (*Spare, *hall) {
	t.Helper()
	a, h := newAnalyst(t), &hall{}
	kept := a.Replay
	a.Replay = func(ctx context.Context, match string) (*replay.Record, error) {
		if match == "gone" {
			return nil, errors.New("its replay was deleted")
		}
		return kept(ctx, match)
	}
	of := a.Judge
	a.Judge = func(rec *replay.Record, g referee.Game) (judge.Judging, error) {
		j, err := of(rec, g)
		fast := j.New
		j.New = func(seat int) judge.Judge { return slowJudge{fast(seat)} }
		return j, err
	}
	return &Spare{
		Analyst: a, Pauses: h, Log: slog.New(slog.DiscardHandler), Budget: budget,
		Matches: func(context.Context) ([]string, error) { return matches, nil },
	}, h
}

// run runs the analyst and what it does unasked until the test ends.
func run(t *testing.T, s *Spare) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() {
		if err := s.Analyst.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	ended.Go(func() { s.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		ended.Wait()
	})
}

// await waits until a match is in a state.
func await(t *testing.T, a *Analyst, match string, want State) Status {
	t.Helper()
	var s Status
	refereetest.Await(t, match+" is "+string(want), func() bool {
		var err error
		if s, err = a.Status(t.Context(), match); err != nil {
			t.Fatal(err)
		}
		return s.State == want
	})
	return s
}

// awaitFindings waits until the running analysis of a match has found something out: one
// that ends before has nothing to keep.
func awaitFindings(t *testing.T, a *Analyst, match string) {
	t.Helper()
	await(t, a, match, Running)
	refereetest.Await(t, "a finding of the analysis of "+match, func() bool {
		a.mu.Lock()
		defer a.mu.Unlock()
		j := a.find(match)
		return j != nil && j.share > 0
	})
}

// "While nothing is played": what begins to play ends an analysis that nobody has asked
// for, it does not begin again meanwhile, and what it found out is kept and gone on from.
func TestSpareStopsWhenSomethingIsPlayed(t *testing.T) {
	s, h := newSpare(t, time.Hour, "m")
	h.play(true)
	began := time.Now()
	run(t, s)
	if got := await(t, s.Analyst, "m", None); got.Report != nil {
		t.Fatalf("%+v before anything was quiet", got)
	}
	for range 3 {
		h.play(false)
		awaitFindings(t, s.Analyst, "m")
		h.play(true)
		if got := await(t, s.Analyst, "m", Done); got.Report == nil {
			t.Error("what was found out is not kept")
		}
		// Nothing begins it again: it waits for the hall, and for nothing else.
		s.Analyst.mu.Lock()
		jobs := len(s.Analyst.jobs)
		s.Analyst.mu.Unlock()
		if jobs != 0 {
			t.Errorf("%d jobs while something is played", jobs)
		}
	}
	granted := grantedOf(t, s.Analyst)
	if granted <= 0 || granted > time.Since(began) {
		t.Errorf("granted %v; want what the three analyses took", granted)
	}
}

// grantedOf returns how long the analyses of the match of an analyst were allowed to take.
func grantedOf(t *testing.T, a *Analyst) time.Duration {
	t.Helper()
	rec, _, j, err := a.open(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	granted, err := a.Cache.Granted(rec, j)
	if err != nil {
		t.Fatal(err)
	}
	return granted
}

// What somebody asks for goes first: it ends an analysis that nobody has asked for, of the
// same match, too, which goes on afterwards.
func TestSpareMakesRoom(t *testing.T) {
	for _, asked := range []string{"other", "m"} {
		s, _ := newSpare(t, time.Hour, "m")
		run(t, s)
		awaitFindings(t, s.Analyst, "m")
		if err := s.Analyst.Request(t.Context(), asked, time.Hour); err != nil {
			t.Fatal(err)
		}
		refereetest.Await(t, "the analysis of "+asked, func() bool { return isRunning(s.Analyst, asked) })
		if asked != "m" {
			await(t, s.Analyst, "m", Done) // as far as it came
		}
		s.Analyst.Cancel(asked)
		refereetest.Await(t, "the end of the analysis of "+asked, func() bool { return !isRunning(s.Analyst, asked) })
		refereetest.Await(t, "an analysis that goes on", func() bool {
			state := status(t, s.Analyst, "m")
			return state == Running || state == Done // all is known of this short match
		})
	}
}

func status(t *testing.T, a *Analyst, match string) State {
	t.Helper()
	s, err := a.Status(t.Context(), match)
	if err != nil {
		t.Fatal(err)
	}
	return s.State
}

// isRunning reports whether a match is analysed because somebody has asked for it.
func isRunning(a *Analyst, match string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	j := a.asked(match)
	return j != nil && j.cancel != nil
}

// A person who ends an analysis that nobody has asked for does not see it begin again.
func TestSpareObeysCancel(t *testing.T) {
	s, _ := newSpare(t, time.Hour, "m", "n")
	run(t, s)
	awaitFindings(t, s.Analyst, "m")
	s.Analyst.Cancel("m")
	awaitFindings(t, s.Analyst, "n")
	if m := await(t, s.Analyst, "m", Done); m.Report == nil {
		t.Error("what was found out is not kept")
	}
	s.Analyst.Cancel("n")
	await(t, s.Analyst, "n", Done)
}

// "A restart does not analyse again what is kept", even if the analysis ended before its time
// because all was known; and a match without a replay hides no other.
func TestSpareAnalysesOnce(t *testing.T) {
	s, h := newSpare(t, 50*time.Millisecond, "gone", "m")
	var judged atomic.Bool
	of := s.Analyst.Judge
	s.Analyst.Judge = func(rec *replay.Record, g referee.Game) (judge.Judging, error) {
		j, err := of(rec, g)
		made := j.New
		j.New = func(seat int) judge.Judge {
			judged.Store(true)
			return made(seat)
		}
		return j, err
	}
	run(t, s)
	refereetest.Await(t, "50 ms of analysis", func() bool { return grantedOf(t, s.Analyst) >= 50*time.Millisecond })
	await(t, s.Analyst, "m", Done)
	if !judged.Swap(false) {
		t.Fatal("the judge was not asked")
	}

	// Another server on the same files.
	again := &Spare{Analyst: &Analyst{Replay: s.Analyst.Replay, Cache: s.Analyst.Cache, Find: s.Analyst.Find, Judge: s.Analyst.Judge}, Pauses: h, Matches: s.Matches, Log: s.Log, Budget: s.Budget}
	again.settled = map[string]bool{}
	if err := again.analyse(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !again.settled["m"] || !again.settled["gone"] {
		t.Errorf("settled: %v; want both", again.settled)
	}
	if judged.Load() {
		t.Error("the match was analysed again")
	}
}
