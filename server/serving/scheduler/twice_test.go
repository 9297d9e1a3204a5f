package scheduler_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"

	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/serving/scheduler"
)

// A tallyStore counts how often each match is saved.
type tallyStore struct {
	*sqlite.DB
	mu    sync.Mutex
	saved map[string]int
}

func (s *tallyStore) SaveReports(ctx context.Context, reports []league.Report) error {
	s.mu.Lock()
	for _, r := range reports {
		s.saved[r.ID]++
	}
	s.mu.Unlock()
	return s.DB.SaveReports(ctx, reports)
}

// "So that none is played twice": workers take and report matches, some of which
// fail at first, while people pause, resume and extend the tournaments all the
// time.
func TestNoMatchIsPlayedTwice(t *testing.T) {
	w := newWorld(t, open(t))
	store := &tallyStore{DB: w.db, saved: map[string]int{}}
	w.Store = store
	names := []string{"a", "b", "knockout"}
	for _, name := range names {
		p := plan(t, name, "1..60")
		p.Games = 10
		if name == "knockout" {
			p.Format = league.Knockout
		}
		w.create(t, p)
	}
	var failed sync.Map // matches that the machine failed to play, once each
	ctx, cancel := context.WithCancel(t.Context())
	var workers, people sync.WaitGroup
	for i := range 4 {
		draws := rand.New(rand.NewPCG(1, uint64(i)))
		workers.Go(func() {
			for {
				work, ok, err := w.Next(ctx)
				if !ok || err != nil {
					return
				}
				runtime.Gosched() // pauses fall into matches, too
				_, again := failed.Load(work.Job.ID)
				if again || draws.IntN(3) > 0 {
					w.played(t, work)
					continue
				}
				failed.Store(work.Job.ID, true)
				if err := w.Failed(work, errors.New("disk full")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range 3 {
		draws := rand.New(rand.NewPCG(2, uint64(i)))
		people.Go(func() {
			games := 10
			for range 200 {
				name := names[draws.IntN(len(names))]
				var err error
				switch draws.IntN(5) {
				case 0, 1:
					err = w.Pause(t.Context(), name)
				case 2, 3:
					err = w.Start(t.Context(), name)
				case 4:
					games = min(games+draws.IntN(8), 500)
					_, err = w.Extend(t.Context(), name, scheduler.Extension{Games: games})
				}
				var refused league.FieldError // a knockout has no more games
				if err != nil && !isConflict(err) && !errors.As(err, &refused) {
					t.Error(err)
				}
			}
		})
	}
	people.Wait()
	for _, name := range names {
		if err := w.Start(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		w.until(t, name, league.Done)
	}
	cancel()
	workers.Wait()
	for id, n := range store.saved {
		if n != 1 {
			t.Errorf("match %s was saved %d times", id, n)
		}
	}
	begun := 0
	for _, name := range w.started() {
		if slices.Contains(names, name) {
			begun++
		}
	}
	failures := 0
	failed.Range(func(any, any) bool { failures++; return true })
	if begun != len(store.saved)+failures {
		t.Errorf("%d matches were begun; want %d, and the %d that failed once", begun, len(store.saved), failures)
	}
	for _, name := range names {
		definition, err := w.Store.Tournament(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		outcomes, err := w.Store.Outcomes(t.Context(), name)
		if err != nil || !league.Complete(definition, league.Outcomes(outcomes)) {
			t.Errorf("%s is not complete after %d matches, %v", name, len(outcomes), err)
		}
	}
}
