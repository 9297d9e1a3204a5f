package scheduler_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// goroutines returns the stacks of goroutines that run code of this package or
// of dispatch, by the first line of each.
func goroutines() map[string]string {
	text := make([]byte, 1<<20)
	text = text[:runtime.Stack(text, true)]
	found := map[string]string{}
	for stack := range strings.SplitSeq(string(text), "\n\n") {
		if strings.Contains(stack, "dispatch.(*") || strings.Contains(stack, "scheduler.(*Scheduler)") || strings.Contains(stack, "server/playing/engine.") {
			number, _, _ := strings.Cut(stack, " [")
			found[number] = stack
		}
	}
	return found
}

// "No goroutine is left when it returns", whatever was going on.
func TestRunLeavesNoGoroutine(t *testing.T) {
	before := goroutines()
	w := newWorld(t, open(t))
	stop := w.run(t)
	for i, format := range league.Formats() {
		p := plan(t, fmt.Sprint("t", i), "1..100")
		p.Format = format
		w.create(t, p)
	}
	w.untilStarted(t, 20)
	if err := w.Pause(t.Context(), "t0"); err != nil {
		t.Fatal(err)
	}
	stop()
	for number, stack := range goroutines() {
		if before[number] == "" {
			t.Errorf("left: %s", stack)
		}
	}
}

// A stuckStore keeps no states, and reads a history until it is told to stop.
type stuckStore struct {
	*sqlite.DB
	left chan struct{}
}

func (stuckStore) SetTournamentState(context.Context, string, league.TournamentState, string, time.Time) error {
	return errors.New("disk full")
}

func (s stuckStore) EachMatchUntil(ctx context.Context, _ string, _ league.Mark, _ func(league.Match)) error {
	<-ctx.Done()
	close(s.left)
	return ctx.Err()
}

// A tournament that is opened and cannot be started reads its history no more.
func TestFailedStartLeavesNothingBehind(t *testing.T) {
	w := newWorld(t, open(t))
	if _, err := w.Create(t.Context(), plan(t, "a", "1..2")); err != nil {
		t.Fatal(err)
	}
	store := stuckStore{w.db, make(chan struct{})}
	w.Store = store
	if err := w.Start(t.Context(), "a"); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("error %v; want that of the store", err)
	}
	select {
	case <-store.left:
	default:
		t.Error("its history is still being read")
	}
}
