package scheduler

import (
	"time"

	"arbiter/referee"
)

// MaxLimit is the longest time limit of a match that somebody asks a server for, so that
// no bot holds a worker for ever.
const MaxLimit = time.Hour

// capped returns limits of which none exceeds MaxLimit.
func (s *Scheduler) capped(l referee.TimeLimits) referee.TimeLimits {
	for _, limit := range []*time.Duration{&l.First, &l.Turn} {
		if s.MaxLimit > 0 && (*limit <= 0 || *limit > s.MaxLimit) {
			*limit = s.MaxLimit
		}
	}
	return l
}
