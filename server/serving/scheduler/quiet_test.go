package scheduler_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"arbiter/server/league"
)

// "Until nothing has been played for so long, and nothing waits to be": not while a
// tournament runs, also between two of its matches, and again after it.
func TestQuiet(t *testing.T) {
	w := newWorld(t, open(t))
	never, end := context.WithCancel(t.Context())
	end()
	if err := w.AwaitQuiet(never, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("before the server has read what it is to play: %v; want that it is not quiet", err)
	}
	defer w.run(t)()
	if err := w.AwaitQuiet(t.Context(), time.Millisecond); err != nil {
		t.Fatal(err)
	}

	w.create(t, plan(t, "p", "1..20"))
	if err := w.AwaitPlay(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.AwaitQuiet(t.Context(), time.Millisecond); err != nil {
		t.Fatal(err)
	}
	quiet, err := w.Store.TournamentStatus(t.Context(), "p")
	if err != nil {
		t.Fatal(err)
	}
	w.until(t, "p", league.Done)
	done, err := w.Store.TournamentStatus(t.Context(), "p")
	if err != nil || quiet.Matches == 0 || done.Matches != quiet.Matches {
		t.Errorf("quiet after %d of %d matches, %v", quiet.Matches, done.Matches, err)
	}

	soon, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := w.AwaitQuiet(soon, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("quiet for an hour: %v; want that the wait ends with its context", err)
	}
}
