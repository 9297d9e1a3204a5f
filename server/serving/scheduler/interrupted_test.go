package scheduler_test

import (
	"strings"
	"testing"

	"arbiter/server/serving/scheduler"
)

// "MaxInterruptions is how many servers may end while they play a match before it
// is given up." One that only waits is not interrupted.
func TestInterruptedMatchesAreGivenUp(t *testing.T) {
	db := open(t)
	request := scheduler.MatchRequest{Game: "domain", Bots: []string{"builtin:domain/wait", "builtin:domain/wait"}}
	w := newWorld(t, db)
	ends, err := w.Play(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	waits, err := w.Play(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	for server := 1; ; server++ {
		w = newWorld(t, db) // the one before was killed
		if err := scheduler.Resume(t.Context(), w.Scheduler); err != nil {
			t.Fatal(err)
		}
		work, ok, err := w.Next(t.Context())
		if err != nil || !ok {
			t.Fatalf("server %d: %v, %v", server, ok, err)
		}
		if work.Job.ID == waits {
			if server != scheduler.MaxInterruptions+1 {
				t.Errorf("given up by server %d; want %d", server, scheduler.MaxInterruptions+1)
			}
			break
		}
	}
	lost, ok := w.SingleMatch(ends)
	if !ok || lost.Status != scheduler.Lost || !strings.Contains(lost.Why, "given up: the server ended 5 times") {
		t.Errorf("%+v, %v; want that it is given up, and why", lost, ok)
	}
	if queued, err := db.QueuedMatches(t.Context()); err != nil || len(queued) != 1 || queued[0].Job.ID != waits {
		t.Errorf("%v, %v wait; want the other one only", queued, err)
	}
}
