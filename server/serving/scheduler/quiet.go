package scheduler

import (
	"context"
	"time"
)

// AwaitQuiet waits until nothing has been played for so long, and nothing waits to be: no
// single match, no match with a human, no tournament, no round of a ladder. The error is
// that of ctx.
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
