package refereetest

import (
	"fmt"
	"time"
)

// Hang is after how long without progress a test gives up. Quiet is after how long it says
// what it waits for.
const (
	Hang  = 5 * time.Minute
	Quiet = time.Minute
)

// A Waiter is a test or a script that waits: a testing.TB or a *testscript.TestScript.
type Waiter interface {
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Await polls until so holds. It logs what it waits for after Quiet and fails after Hang.
func Await(t Waiter, what string, so func() bool) {
	if t, ok := t.(interface{ Helper() }); ok {
		t.Helper()
	}
	AwaitProgress(t, what, func() (int, bool) { return 0, so() })
}

// AwaitProgress polls until poll reports the end. The time starts again whenever the progress
// that poll reports changes, such as the number of matches that have been played: a busy
// machine takes longer, and only a machine that has stopped is given up.
func AwaitProgress(t Waiter, what string, poll func() (progress int, done bool)) {
	if t, ok := t.(interface{ Helper() }); ok {
		t.Helper()
	}
	await{quiet: Quiet, hang: Hang, sleep: time.Sleep, now: time.Now}.until(t, what, poll)
}

// Receive returns the next value of a channel, and fails if none comes within Hang.
func Receive[T any](t Waiter, what string, from <-chan T) (value T) {
	if t, ok := t.(interface{ Helper() }); ok {
		t.Helper()
	}
	select {
	case value = <-from:
	case <-time.After(Hang):
		t.Fatalf("waited %v for: %s", Hang, what)
	}
	return value
}

// An await polls at most for hang without progress, and logs once after quiet.
type await struct {
	quiet, hang time.Duration
	sleep       func(time.Duration)
	now         func() time.Time
}

func (a await) until(t Waiter, what string, poll func() (int, bool)) {
	if t, ok := t.(interface{ Helper() }); ok {
		t.Helper()
	}
	last, done := poll()
	for since, said := a.now(), false; !done; {
		a.sleep(10 * time.Millisecond)
		progress := 0
		if progress, done = poll(); progress != last {
			last, since, said = progress, a.now(), false
		}
		waited := a.now().Sub(since)
		if done || waited < a.quiet {
			continue
		}
		message := fmt.Sprintf("waited %v for: %s", waited.Round(time.Second), what)
		if last != 0 {
			message += fmt.Sprintf("; the progress stopped at %d", last)
		}
		if waited >= a.hang {
			t.Fatalf("%s", message)
			return
		}
		if !said {
			t.Logf("%s", message)
			said = true
		}
	}
}
