package queue

import (
	"sync"
	"time"
)

// stopLimit is how late the stopwatch's tick may come before the time counts as
// one in which this program did not run: far longer than a loaded machine keeps a
// thread waiting, and shorter than deadAfter.
const stopLimit = 1500 * time.Millisecond

// A stopwatch notices when this program was stopped, by SIGSTOP or with the whole
// machine. It uses the monotonic clock: setting the time of day is no stop.
type stopwatch struct {
	now func() time.Time

	mu    sync.Mutex
	last  time.Time
	stops int
	total time.Duration
}

func newStopwatch(now func() time.Time) *stopwatch { return &stopwatch{now: now, last: now()} }

// look is called every now and then, and whenever a match begins or ends. It
// returns the number of stops so far and how long they lasted together.
func (s *stopwatch) look() (stops int, total time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if gap := now.Sub(s.last); gap > stopLimit {
		s.stops++
		s.total += gap
	}
	s.last = now
	return s.stops, s.total
}
