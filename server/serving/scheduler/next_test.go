package scheduler_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/serving/scheduler"
)

// What slow workers get is of the tournaments that allow them, and no single match.
func TestNextSlow(t *testing.T) {
	w := newWorld(t, open(t))
	strict, tolerant := plan(t, "strict", "1..2"), plan(t, "tolerant", "1..2")
	tolerant.SlowWorkers = true
	w.create(t, strict)
	w.create(t, tolerant)
	w.ready(t, "strict", "tolerant")
	for range 2 {
		work, ok, err := w.NextSlow(t.Context())
		if !ok || err != nil || work.Job.Tournament != "tolerant" || !work.Slow {
			t.Fatalf("%+v, %v, %v; want work of the tournament that allows slow workers", work.Job, ok, err)
		}
		w.played(t, work)
	}
	soon, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	for {
		if work, _, err := w.NextSlow(soon); err != nil {
			break
		} else if work.Job.Tournament != "tolerant" {
			t.Fatalf("work of %s; want none that does not allow slow workers", work.Job.Tournament)
		}
	}
}

// next takes the next work as a worker does; there must be some at once or soon.
func (w *world) next(t *testing.T) dispatch.Work {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute)
	defer cancel()
	work, ok, err := w.Next(ctx)
	if !ok || err != nil {
		t.Fatalf("%v, %v; want work", ok, err)
	}
	return work
}

// draw is a match without a winner, which nobody has really played.
func draw(work dispatch.Work) dispatch.Played {
	return dispatch.Played{Work: work, Report: league.Report{
		Job: work.Job, Game: work.Game.Info().Name, Rules: work.Game.Info().Rules, PlayedAt: time.Now(), Times: make([]league.Times, 2),
		Result: referee.Result{Scores: []int64{1, 1}, Ranks: []int{1, 1}, Reason: "draw"},
	}}
}

func (w *world) played(t *testing.T, work ...dispatch.Work) {
	t.Helper()
	var matches []dispatch.Played
	for _, one := range work {
		matches = append(matches, draw(one))
	}
	if err := w.Played(context.Background(), matches); err != nil {
		t.Error(err)
	}
}

// "The one that has waited longest for its turn" comes first, however many
// matches of each are being played. "Endless ladders play when nobody else does."
func TestTurns(t *testing.T) {
	w := newWorld(t, open(t))
	ladder := plan(t, "ladder", "1..2")
	ladder.Format = league.Adaptive
	w.create(t, ladder)
	for _, name := range []string{"a", "b", "c"} {
		w.create(t, plan(t, name, "1..2"))
	}
	w.ready(t, "a", "b", "c")
	var order []string // of tournaments
	var running []dispatch.Work
	for range 12 {
		work := w.next(t)
		order = append(order, work.Job.Tournament)
		running = append(running, work)
	}
	sorted := slices.Sorted(slices.Values(order[:3]))
	if !slices.Equal(sorted, []string{"a", "b", "c"}) || !slices.Equal(order[3:], order[:9]) {
		t.Errorf("order %v; want a, b and c in turn", order)
	}
	for range 3 {
		work := w.next(t)
		if work.Job.Tournament != "ladder" {
			t.Errorf("a match of %s; want the ladder while the others have none", work.Job.Tournament)
		}
		running = append(running, work)
	}
	w.played(t, running...)
	for _, name := range []string{"a", "b", "c"} {
		w.until(t, name, league.Done)
	}
	if err := w.Pause(t.Context(), "ladder"); err != nil {
		t.Fatal(err)
	}
}

// ready waits until tournaments have matches ready: their schedules are followed
// in goroutines. Whatever it takes is failed, which makes it ready again.
func (w *world) ready(t *testing.T, names ...string) {
	t.Helper()
	var taken []dispatch.Work
	for slices.ContainsFunc(names, func(name string) bool {
		return !slices.ContainsFunc(taken, func(work dispatch.Work) bool { return work.Job.Tournament == name })
	}) {
		taken = append(taken, w.next(t))
	}
	for _, work := range taken {
		if err := w.Failed(work, errors.New("not played")); err != nil {
			t.Fatal(err)
		}
	}
}

// A positionStore is a store whose start positions are read by a function.
type positionStore struct {
	*sqlite.DB
	read func() ([]byte, error)
}

func (s positionStore) PositionText(context.Context, string) ([]byte, error) { return s.read() }

// onPosition returns a plan of a tournament on one explicit start position.
func onPosition(t *testing.T, name string) (scheduler.Plan, []byte) {
	t.Helper()
	text := []byte(`{"tokens":[[0,0],[6,6]]}`)
	p := plan(t, name, "1")
	p.Positions = league.Positions{}
	p.Seeds = []league.Start{p.Positions.Add("corner", text)}
	return p, text
}

// "Polling never waits": while the schedule of one tournament is stuck, the
// workers play the others, and it takes part as soon as it has a match.
func TestSlowScheduleHoldsUpNobody(t *testing.T) {
	w := newWorld(t, open(t))
	slow, text := onPosition(t, "a-slow")
	read := make(chan struct{})
	w.Store = positionStore{w.db, func() ([]byte, error) {
		<-read
		return text, nil
	}}
	w.create(t, slow)
	w.create(t, plan(t, "b", "1..3"))
	for range 3 {
		work := w.next(t)
		if work.Job.Tournament != "b" {
			t.Errorf("a match of %s; want b", work.Job.Tournament)
		}
		w.played(t, work)
	}
	close(read)
	for range 5 {
		w.played(t, w.next(t))
	}
	w.until(t, "a-slow", league.Done)
	w.until(t, "b", league.Done)
}

// "A tournament fails because of an error of the machine": one that its schedule
// meets stops no worker.
func TestPositionThatCannotBeRead(t *testing.T) {
	w := newWorld(t, open(t))
	p, _ := onPosition(t, "a")
	w.Store = positionStore{w.db, func() ([]byte, error) { return nil, errors.New("disk gone") }}
	w.create(t, p)
	w.create(t, plan(t, "b", "1..3"))
	for range 6 {
		work := w.next(t)
		if work.Job.Tournament != "b" {
			t.Errorf("a match of %s; want b", work.Job.Tournament)
		}
		w.played(t, work)
	}
	w.until(t, "b", league.Done)
	ctx, cancel := context.WithCancel(t.Context())
	idle := make(chan struct{})
	go func() { // who waits for work finds the error, if nobody has before
		defer close(idle)
		if _, ok, _ := w.Next(ctx); ok {
			t.Error("there is work; want none")
		}
	}()
	w.until(t, "a", league.Failed)
	cancel()
	<-idle
	if status, err := w.Store.TournamentStatus(t.Context(), "a"); err != nil || !strings.Contains(status.Why, "disk gone") {
		t.Errorf("failed because %q, %v; want the error", status.Why, err)
	}
}

// A brokenStore cannot save the matches of one tournament.
type brokenStore struct {
	*sqlite.DB
	broken string
	calls  int
}

func (s *brokenStore) SaveReports(ctx context.Context, reports []league.Report) error {
	s.calls++
	for _, r := range reports {
		if r.Tournament == s.broken {
			return errors.New("disk full")
		}
	}
	return s.DB.SaveReports(ctx, reports)
}

// "All reports share a transaction", and reports that cannot be saved stop their
// own tournament alone.
func TestReportsThatCannotBeSaved(t *testing.T) {
	w := newWorld(t, open(t))
	store := &brokenStore{DB: w.db, broken: "c"}
	w.Store = store
	work := map[string][]dispatch.Work{}
	for _, name := range []string{"a", "b", "c"} {
		w.create(t, plan(t, name, "1"))
		work[name] = []dispatch.Work{w.next(t), w.next(t)}
	}
	w.played(t, work["a"][0], work["b"][0])
	if store.calls != 1 {
		t.Errorf("%d transactions; want one for both tournaments", store.calls)
	}
	w.played(t, work["a"][1], work["b"][1], work["c"][0], work["c"][1])
	w.until(t, "a", league.Done)
	w.until(t, "b", league.Done)
	w.until(t, "c", league.Failed)
}

// A tournament whose matches cannot be played has failed; it is not done, whoever looks
// first at what is left.
func TestFailedIsNotDone(t *testing.T) {
	w := newWorld(t, open(t))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { // a worker on a machine on which nothing can be played
		for {
			work, ok, err := w.Next(ctx)
			if ok {
				err = w.Failed(work, errors.New("boom"))
			}
			if err != nil || ctx.Err() != nil {
				ended <- err
				return
			}
		}
	}()
	for n := range 40 {
		id := strings.Repeat("t", n+1)
		w.create(t, plan(t, id, "1..40")) // more than are chosen at once: who chooses is told of the end
		w.until(t, id, league.Failed)
	}
	cancel()
	<-ended
}
