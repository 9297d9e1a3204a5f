package refereetest

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// saidWhile keeps what a Waiter is told.
type saidWhile struct{ logs, failures []string }

func (s *saidWhile) Logf(format string, args ...any) {
	s.logs = append(s.logs, fmt.Sprintf(format, args...))
}
func (s *saidWhile) Fatalf(format string, args ...any) {
	s.failures = append(s.failures, fmt.Sprintf(format, args...))
}

// "Whatever waits says after a minute what it waits for, and ends after five"; progress
// starts the time again.
func TestAwait(t *testing.T) {
	for _, tt := range []struct {
		name           string
		done           time.Duration // 0: never
		step           time.Duration // between two steps of progress; 0: none
		took           time.Duration
		logs, failures []string
	}{
		{name: "comes soon", done: 30 * time.Second, took: 30 * time.Second},
		{name: "comes late", done: 4 * time.Minute, took: 4 * time.Minute, logs: []string{"waited 1m0s for: a match"}},
		{name: "never comes", took: 5 * time.Minute, logs: []string{"waited 1m0s for: a match"}, failures: []string{"waited 5m0s for: a match"}},
		{name: "goes on", done: time.Hour, step: 30 * time.Second, took: time.Hour},
		{
			name: "stops", step: 20 * time.Minute, took: 5 * time.Minute,
			logs: []string{"waited 1m0s for: a match"}, failures: []string{"waited 5m0s for: a match"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var s saidWhile
			began := time.Unix(0, 0)
			now := began
			a := await{quiet: Quiet, hang: Hang, sleep: func(d time.Duration) { now = now.Add(d) }, now: func() time.Time { return now }}
			a.until(&s, "a match", func() (int, bool) {
				elapsed, progress := now.Sub(began), 0
				if tt.step > 0 {
					progress = int(elapsed / tt.step)
				}
				return progress, tt.done > 0 && elapsed >= tt.done
			})
			if got := now.Sub(began); got != tt.took || !slices.Equal(s.logs, tt.logs) || !slices.Equal(s.failures, tt.failures) {
				t.Errorf("ended after %v with %q and %q; want %v, %q and %q", got, s.logs, s.failures, tt.took, tt.logs, tt.failures)
			}
		})
	}
}

// A test that waits for what stopped says how far it had come.
func TestAwaitTellsProgress(t *testing.T) {
	var s saidWhile
	now := time.Unix(0, 0)
	a := await{quiet: Quiet, hang: Hang, sleep: func(d time.Duration) { now = now.Add(d) }, now: func() time.Time { return now }}
	a.until(&s, "60 matches", func() (int, bool) { return 7, false })
	if want := "waited 5m0s for: 60 matches; the progress stopped at 7"; len(s.failures) != 1 || s.failures[0] != want {
		t.Errorf("%q; want %q", s.failures, want)
	}
}
