package scheduler

import (
	"time"

	"arbiter/referee"
)

// MaxLimit is the longest time limit of a match that somebody asks a server for.
// No limit means this one, so that no bot holds a worker for ever.
const MaxLimit = time.Hour

// capped returns limits of which none exceeds MaxLimit.
func capped(l referee.TimeLimits) referee.TimeLimits {
	for _, limit := range []*time.Duration{&l.First, &l.Turn} {
		if *limit <= 0 || *limit > MaxLimit {
			*limit = MaxLimit
		}
	}
	return l
}
