package process

import (
	"errors"
	"testing"
	"time"

	"arbiter/referee"
)

// A clock that the system lacks is an error of the machine, before anything is
// asked.
func TestUnknownClock(t *testing.T) {
	p := sit(t, new(Table), "echo")
	a := line(1)
	a.Clock = "sun"
	p.Ask(a)
	if _, err := p.Reply(t.Context()); err == nil || err.Error() != `bot echo: clock "sun"; want wall or cpu` {
		t.Errorf("error %v; want the clock named", err)
	}
	if err := CheckClock(referee.CPUClock); hasCPUClock != (err == nil) || err != nil && !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("the cpu clock: %v", err)
	}
}

// The guard is "20 x the limit or at least 1 s".
func TestGuard(t *testing.T) {
	for limit, want := range map[time.Duration]time.Duration{
		time.Millisecond: time.Second, 50 * time.Millisecond: time.Second, time.Second: 20 * time.Second,
	} {
		if got := Guard(limit); got != want {
			t.Errorf("the guard of %v is %v; want %v", limit, got, want)
		}
	}
}

// A check comes no later than the limit can be used up, and no sooner than is
// worth its cost.
func TestUntilCheck(t *testing.T) {
	const limit = 64 * time.Millisecond
	for _, tt := range []struct {
		name    string
		charged time.Duration
		threads int
		want    time.Duration
	}{
		{"a thread may be started soon", 0, 1, 4 * time.Millisecond},
		{"one thread near the end", 62 * time.Millisecond, 1, 2 * time.Millisecond},
		{"at the end", limit - time.Microsecond, 1, time.Millisecond},
		{"nothing is known", 0, 0, 4 * time.Millisecond},
	} {
		if got := untilCheck(limit, tt.charged, tt.threads); got != tt.want {
			t.Errorf("%s: %v; want %v", tt.name, got, tt.want)
		}
	}
}
