package scheduler

import (
	"context"
	"time"
)

// Due starts the runs that are due at a moment, as keepTime does every minute.
func (s *Scheduler) Due(ctx context.Context, at time.Time) error { return s.due(ctx, at) }
