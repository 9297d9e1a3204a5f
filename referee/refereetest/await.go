package refereetest

import (
	"testing"
	"time"
)

// Hang is after how long a test gives up on what never comes: nothing takes so long, on the
// busiest machine.
const Hang = 30 * time.Minute

// Await looks again and again until something is so, and fails after Hang.
func Await(t testing.TB, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(Hang); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after %v it is not so: %s", Hang, what)
		}
	}
}
