package dispatch_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// starved is an error of a machine that did not let a bot run.
type starved struct{ void bool }

func (starved) Error() string { return "starved" }
func (s starved) Void() bool  { return s.void }

func TestIsVoid(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want bool
	}{
		{starved{true}, true},
		{fmt.Errorf("seat 1: %w", starved{true}), true},
		{errors.Join(errors.New("close"), starved{true}), true},
		{starved{false}, false},
		{errors.New("disk on fire"), false},
	} {
		if got := dispatch.IsVoid(tt.err); got != tt.want {
			t.Errorf("%v is void: %v; want %v", tt.err, got, tt.want)
		}
	}
}

// A busy machine makes the matches on a seed void so many times.
type busy struct {
	mu    sync.Mutex
	seed  int64
	left  int
	order []int64 // seeds of the matches in the order they began
}

func (b *busy) watch(w dispatch.Work, _ referee.Match) referee.Recorder {
	b.mu.Lock()
	defer b.mu.Unlock()
	seed := w.Job.Pairing.Start.Seed
	b.order = append(b.order, seed)
	if seed == b.seed && b.left > 0 {
		b.left--
		return brokenRecorder{fmt.Errorf("seat 0: %w", starved{true})}
	}
	return brokenRecorder{}
}

// "A starved match has no result and is played again; after three voids the pair
// is left out and counted, and nothing else stops."
func TestVoidMatches(t *testing.T) {
	for _, tt := range []struct {
		voids   int
		leftOut []int64 // seeds
		played  int
	}{{0, nil, 40}, {4, nil, 40}, {5, []int64{7}, 39}, {100, []int64{7, 7}, 38}} {
		t.Run(fmt.Sprint(tt.voids), func(t *testing.T) {
			e, store := entry(t, league.RoundRobin, 2, "3", "5")
			e.Definition.Starts = nil
			for seed := range int64(20) {
				e.Definition.Starts = append(e.Definition.Starts, league.Start{Seed: seed})
			}
			var leftOut []int64
			e.Void = func(v league.Void) { leftOut = append(leftOut, v.Pairing.Start.Seed) }
			machine := &busy{seed: 7, left: tt.voids}
			src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
			defer src.Stop()
			if err := (dispatch.Pool{Workers: 1, Watch: machine.watch}).Run(t.Context(), src); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.leftOut, leftOut); diff != "" {
				t.Errorf("left out (-want +got):\n%s", diff)
			}
			want := league.Voids{Matches: tt.voids - machine.left}
			for _, seed := range tt.leftOut {
				want.LeftOut = append(want.LeftOut, league.Start{Seed: seed})
			}
			if diff := cmp.Diff(want, src.Voids()); len(store.reports) != tt.played || !src.Done() || diff != "" {
				t.Errorf("%d matches, done %v; want %d, true; (-want +got):\n%s", len(store.reports), src.Done(), tt.played, diff)
			}
		})
	}
}

// A void match is played again, but not at once: "whatever kept the machine busy
// may take a while".
func TestVoidMatchIsPostponed(t *testing.T) {
	e, _ := entry(t, league.RoundRobin, 1, "3")
	e.Definition.Starts = nil
	for seed := range int64(60) {
		e.Definition.Starts = append(e.Definition.Starts, league.Start{Seed: seed})
	}
	machine := &busy{seed: 7, left: 1}
	if err := run(t, e, map[string]league.Outcome{}, dispatch.Pool{Workers: 1, Watch: machine.watch}); err != nil {
		t.Fatal(err)
	}
	var at []int
	for i, seed := range machine.order {
		if seed == 7 {
			at = append(at, i)
		}
	}
	if len(at) != 2 || at[1]-at[0] < 10 || at[1]-at[0] > 30 {
		t.Errorf("the void match was played at %v of %d; want some twenty matches between", at, len(machine.order))
	}
}

// In every format the rounds go on without a pairing that was left out.
func TestLeftOutEndsNoRound(t *testing.T) {
	for _, format := range league.Formats() {
		for _, seats := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s with %d seats", format, seats), func(t *testing.T) {
				e, store := entry(t, format, seats, "3", "5", "7", "9")
				if format == league.Swiss || format == league.Adaptive {
					e.Definition.Rounds = 3
				}
				var leftOut []league.Pairing
				e.Void = func(v league.Void) { leftOut = append(leftOut, v.Pairing) }
				machine := &busy{seed: 1, left: 3}
				if err := run(t, e, map[string]league.Outcome{}, dispatch.Pool{Workers: 1, Watch: machine.watch}); err != nil {
					t.Fatal(err)
				}
				outcomes := league.Outcomes{}
				for id, r := range store.reports {
					outcomes[id] = r.Outcome()
				}
				for _, p := range leftOut {
					zeros := make([]int64, seats)
					outcomes[p.ID("test")] = league.Outcome{Scores: zeros, Ranks: referee.RankScores(zeros), Faults: make([]referee.Kind, seats)}
				}
				if !league.Complete(e.Definition, outcomes) {
					t.Errorf("not complete after %d matches, with %d left out", len(store.reports), len(leftOut))
				}
			})
		}
	}
}

// A later run remembers how often matches were void and which pairings are left
// out: a match that was void once in each of three runs is left out.
func TestVoidsAreResumed(t *testing.T) {
	kept := map[string]league.Void{}
	once := func(voids int) (*dispatch.TournamentSource, int) {
		e, store := entry(t, league.RoundRobin, 1, "3")
		e.Definition.Starts = []league.Start{{Seed: 6}, {Seed: 7}, {Seed: 8}}
		for _, v := range kept {
			e.Voids = append(e.Voids, v)
		}
		stop := func() {}
		e.SaveVoid = func(_ context.Context, v league.Void) error {
			kept[v.ID] = v
			if !v.LeftOut {
				stop() // the run ends before the match is played again
			}
			return nil
		}
		src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
		defer src.Close()
		stop = src.Stop
		machine := &busy{seed: 7, left: voids}
		if err := (dispatch.Pool{Workers: 1, Watch: machine.watch}).Run(t.Context(), src); err != nil {
			t.Fatal(err)
		}
		return src, len(store.reports)
	}
	for run := 1; run <= 2; run++ {
		if src, _ := once(1); src.Voids().Matches != run || len(src.Voids().LeftOut) != 0 {
			t.Fatalf("run %d: %+v; want %d void matches and none left out", run, src.Voids(), run)
		}
	}
	want := league.Voids{Matches: 3, LeftOut: []league.Start{{Seed: 7}}}
	for run := 3; run <= 4; run++ { // the last one has nothing left to try
		src, played := once(100)
		if diff := cmp.Diff(want, src.Voids()); diff != "" || played != 2 || !src.Done() {
			t.Errorf("run %d: %d matches, done %v; want 2 and true; (-want +got):\n%s", run, played, src.Done(), diff)
		}
	}
}

// "SaveVoid ... Its error stops the tournament": a count that is not kept would
// let a match be void for ever.
func TestVoidThatIsNotSaved(t *testing.T) {
	e, _ := entry(t, league.RoundRobin, 1, "3")
	e.Definition.Starts = []league.Start{{Seed: 7}}
	full := errors.New("disk full")
	e.SaveVoid = func(context.Context, league.Void) error { return full }
	machine := &busy{seed: 7, left: 1}
	if err := run(t, e, map[string]league.Outcome{}, dispatch.Pool{Workers: 1, Watch: machine.watch}); !errors.Is(err, full) {
		t.Errorf("error %v; want %v", err, full)
	}
}

// "A match is put off where no later pairing depends on its result": it is played when
// nothing else is left, and left out only after so many more attempts.
func TestPutOff(t *testing.T) {
	for _, tt := range []struct {
		voids   int
		leftOut int
	}{{2, 0}, {3, 0}, {8, 0}, {9, 1}, {100, 1}} {
		t.Run(fmt.Sprint(tt.voids), func(t *testing.T) {
			e, store := entry(t, league.RoundRobin, 1, "3")
			e.Waits, e.Pause = true, time.Microsecond
			e.Definition.Starts = nil
			for seed := range int64(60) {
				e.Definition.Starts = append(e.Definition.Starts, league.Start{Seed: seed})
			}
			var told []league.Void
			e.Void = func(v league.Void) { told = append(told, v) }
			var kept league.Void
			e.SaveVoid = func(_ context.Context, v league.Void) error { kept = v; return nil }
			machine := &busy{seed: 7, left: tt.voids}
			src := dispatch.NewTournamentSource(e, map[string]league.Outcome{})
			defer src.Close()
			if err := (dispatch.Pool{Workers: 1, Watch: machine.watch}).Run(t.Context(), src); err != nil {
				t.Fatal(err)
			}
			if len(store.reports) != 60-tt.leftOut || len(src.Voids().LeftOut) != tt.leftOut || !src.Done() {
				t.Errorf("%d matches, %d left out, done %v; want %d, %d and true", len(store.reports), len(src.Voids().LeftOut), src.Done(), 60-tt.leftOut, tt.leftOut)
			}
			putOff := tt.voids >= dispatch.MaxVoids
			if last := machine.order[len(machine.order)-1] == 7; last != putOff {
				t.Errorf("the void match was played last: %v; want %v", last, putOff)
			}
			if kept.LeftOut != (tt.leftOut > 0) || kept.PutOff != (putOff && tt.leftOut == 0) || kept.Times != min(tt.voids, 9) {
				t.Errorf("kept %+v", kept)
			}
			if (len(told) > 0) != putOff || putOff && !told[0].PutOff {
				t.Errorf("told %+v", told)
			}
		})
	}
}

// A later run plays last what was put off, at once when that is all there is.
func TestPutOffIsResumed(t *testing.T) {
	e, _ := entry(t, league.RoundRobin, 1, "3")
	e.Waits, e.Pause = true, time.Microsecond
	e.Definition.Starts = []league.Start{{Seed: 6}, {Seed: 7}, {Seed: 8}}
	p := league.Pairing{Round: 1, Seats: e.Definition.Bots, Start: league.Start{Seed: 6}}
	e.Voids = []league.Void{{Job: league.Job{ID: p.ID("test"), Tournament: "test", Pairing: p}, Times: 5, PutOff: true}}
	machine := &busy{}
	if err := run(t, e, map[string]league.Outcome{}, dispatch.Pool{Workers: 1, Watch: machine.watch}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int64{7, 8, 6}, machine.order); diff != "" {
		t.Errorf("played in this order (-want +got):\n%s", diff)
	}
}
