package scheduler

import (
	"context"
	"time"
)

// Due starts what is due by cron at a moment, as tickCron does every minute.
func (s *Scheduler) Due(ctx context.Context, at time.Time) error { return s.due(ctx, at) }

// Resume queues the single matches that waited when the last server ended.
func Resume(ctx context.Context, s *Scheduler) error { return s.resumeSingles(ctx) }
