package scheduler_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"arbiter/server/league"
)

// goroutines returns the stacks of goroutines that run code of this package or
// of dispatch, by the first line of each.
func goroutines() map[string]string {
	text := make([]byte, 1<<20)
	text = text[:runtime.Stack(text, true)]
	found := map[string]string{}
	for stack := range strings.SplitSeq(string(text), "\n\n") {
		if strings.Contains(stack, "dispatch.(*") || strings.Contains(stack, "scheduler.(*Scheduler)") {
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
	w.untilStarted(20)
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
