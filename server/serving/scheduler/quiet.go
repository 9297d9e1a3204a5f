package scheduler

import (
	"context"
	"time"
)

// AwaitQuiet waits until no match has been played for so long and no match waits to be
// played. It counts single matches, matches with a human, tournaments and rounds of
// ladders. Its error is the error of ctx.
func (s *Scheduler) AwaitQuiet(ctx context.Context, long time.Duration) error {
	for {
		if err := s.changed.Wait(ctx, &s.mu, func() bool { return !s.busy() }); err != nil {
			return err
		}
		soon, end := context.WithTimeout(ctx, long)
		err := s.AwaitPlay(soon)
		end()
		if err != nil {
			return ctx.Err() // nil if the time is over
		}
	}
}

// AwaitPlay waits until something is played, or waits to be. The error is that of ctx.
func (s *Scheduler) AwaitPlay(ctx context.Context) error {
	return s.changed.Wait(ctx, &s.mu, s.busy)
}

// busy reports whether something is played or waits to be, or may turn out to: a server that
// has just begun does not know its ladders yet. s.mu is held.
func (s *Scheduler) busy() bool {
	return len(s.queue) > 0 || len(s.playing) > 0 || len(s.active) > 0 || !s.laddersIn || s.stopped
}
