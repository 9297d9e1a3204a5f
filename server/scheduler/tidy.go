package scheduler

import (
	"context"
	"time"

	"arbiter/server/sqlite"
)

// tidyEvery is how often replays that need not be kept are deleted.
const tidyEvery = time.Hour

// tidy deletes replays that need not be kept, now and then, until ctx is done.
// Results stay.
func (s *Scheduler) tidy(ctx context.Context) {
	tick := time.NewTicker(tidyEvery)
	defer tick.Stop()
	for {
		n, err := s.Store.Prune(ctx, sqlite.Keep{Last: s.KeepLast, Faults: true, Upsets: true})
		if err != nil && ctx.Err() == nil {
			s.Log.Error("delete replays", "error", err)
		} else if n > 0 {
			s.Log.Info("replays deleted", "replays", n)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
