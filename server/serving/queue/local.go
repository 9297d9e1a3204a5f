package queue

import (
	"context"

	"arbiter/server/playing/dispatch"
)

// A localSource is the source of the pool on the coordinator's machine: what cannot
// travel, what came back, and then what the coordinator's source has.
type localSource struct{ *Coordinator }

// Next implements dispatch.Source.
func (l localSource) Next(ctx context.Context) (dispatch.Work, bool, error) {
	for {
		l.mu.Lock()
		work, ok := l.own()
		ended, why, waking := l.ended, l.broken, l.waking
		over := ended && len(l.flights) == 0 && len(l.local) == 0
		l.mu.Unlock()
		if ok || over || why != nil {
			return work, ok && why == nil, why
		}
		if ended || l.OnlyWorkers {
			err := l.changed.Wait(ctx, &l.mu, func() bool {
				return len(l.local) > 0 || l.broken != nil || l.ended && len(l.flights) == 0
			})
			if err != nil {
				return dispatch.Work{}, false, err
			}
			continue
		}
		work, ok, interrupted, err := ask(ctx, waking, l.source.Next)
		switch {
		case err != nil && ctx.Err() == nil && interrupted:
			continue
		case err != nil:
			return dispatch.Work{}, false, err
		case !ok:
			l.end()
			continue
		}
		known, err := l.playedBefore(ctx, work)
		if err != nil {
			return dispatch.Work{}, false, err
		}
		if !known {
			return work, true, nil
		}
	}
}

// own returns a work that waits for the pool; mu is held.
func (c *Coordinator) own() (dispatch.Work, bool) {
	if len(c.local) > 0 {
		work := c.local[0]
		c.local = c.local[1:]
		return work, true
	}
	if c.OnlyWorkers || c.ended {
		return dispatch.Work{}, false
	}
	if len(c.pending) > 0 {
		f := c.pending[0]
		c.land(f)
		return f.work, true
	}
	return dispatch.Work{}, false
}

// Played implements dispatch.Source.
func (l localSource) Played(ctx context.Context, matches []dispatch.Played) error {
	var kept []dispatch.Played
	for _, m := range matches {
		if l.playedAgain(m.Work, &m.Report) {
			continue
		}
		if report, ok := l.takeAdopted(m.Report.ID); ok {
			m.Report = report
		}
		kept = append(kept, m)
	}
	if len(kept) == 0 {
		return nil
	}
	return l.source.Played(ctx, kept)
}

// Failed implements dispatch.Source.
func (l localSource) Failed(work dispatch.Work, why error) error {
	if _, ok := l.takeComparison(work.Job.ID); ok {
		return nil
	}
	return l.source.Failed(work, why)
}
