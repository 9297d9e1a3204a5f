package dispatch

import (
	"context"
	"fmt"
	"sync"

	"arbiter/server/playing/cond"
)

// throttled is how many matches a throttle looks at: it closes a place when more than a
// tenth of the last ones were void, and opens one again after as many without.
const throttled = 10

// A throttle lets a pool play fewer matches at a time while the machine starves them,
// and tells the operator so once.
type throttle struct {
	places int // workers
	warn   func(error)

	mu      sync.Mutex
	changed cond.Var
	open    int    // places that may play
	last    []bool // of the latest matches since open changed: whether they were void
	tried   int    // matches, in all
	void    int    // of these
	warned  bool
	ended   bool // the source has no more work
}

func newThrottle(places int, warn func(error)) *throttle {
	return &throttle{places: places, open: places, warn: warn}
}

// wait waits until the worker with a number, from 0, may play. The first always may.
func (t *throttle) wait(ctx context.Context, number int) error {
	return t.changed.Wait(ctx, &t.mu, func() bool { return number < t.open || t.ended })
}

// end lets all workers go on: there is nothing left to play.
func (t *throttle) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	t.changed.Broadcast()
}

// tell counts a match that was played, or void.
func (t *throttle) tell(void bool) {
	warning := t.count(void)
	if warning != nil && t.warn != nil {
		t.warn(warning)
	}
}

// count counts a match, and returns what is to be said.
func (t *throttle) count(void bool) (warning error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tried++
	if void {
		t.void++
	}
	t.last = append(t.last, void)
	t.last = t.last[max(0, len(t.last)-throttled):]
	starved := 0
	for _, void := range t.last {
		if void {
			starved++
		}
	}
	switch {
	case starved > throttled/10:
		t.set(max(1, t.open/2))
		if !t.warned {
			t.warned = true
			warning = fmt.Errorf("%d of %d matches were starved by the machine and are played again, and fewer are played at a time until it is quiet: --clock cpu judges by processor time, --nice -10 (as root) puts bots before other programs, --concurrency 1 plays one match at a time", t.void, t.tried)
		}
	case starved == 0 && len(t.last) == throttled && t.open < t.places:
		t.set(t.open + 1)
	}
	return warning
}

// set sets how many places are open; t.mu is held.
func (t *throttle) set(open int) {
	t.open, t.last = open, nil
	t.changed.Broadcast()
}
