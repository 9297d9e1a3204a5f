package scheduler

import "context"

// Resume queues the single matches that waited when the last server ended.
func Resume(ctx context.Context, s *Scheduler) error { return s.resumeSingles(ctx) }
