package queue

import (
	"context"

	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// home is the source of the pool on the coordinator's machine: what cannot
// travel, what came back, and then what the coordinator's source has.
type home struct{ *Coordinator }

// Next implements dispatch.Source.
func (h home) Next(ctx context.Context) (dispatch.Work, bool, error) {
	for {
		h.mu.Lock()
		work, ok := h.own()
		ended, why, waking := h.ended, h.broken, h.waking
		over := ended && len(h.flights) == 0 && len(h.home) == 0
		h.mu.Unlock()
		if ok || over || why != nil {
			return work, ok && why == nil, why
		}
		if ended || h.OnlyWorkers {
			err := h.changed.Wait(ctx, &h.mu, func() bool {
				return len(h.home) > 0 || h.broken != nil || h.ended && len(h.flights) == 0
			})
			if err != nil {
				return dispatch.Work{}, false, err
			}
			continue
		}
		work, ok, interrupted, err := h.ask(ctx, waking)
		switch {
		case err != nil && ctx.Err() == nil && interrupted:
			continue
		case err != nil:
			return dispatch.Work{}, false, err
		case !ok:
			h.end()
			continue
		}
		known, err := h.playedBefore(ctx, work)
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
	if len(c.home) > 0 {
		work := c.home[0]
		c.home = c.home[1:]
		return work, true
	}
	if c.OnlyWorkers || c.ended {
		return dispatch.Work{}, false
	}
	for _, f := range c.pending {
		if c.compared[f.id] == nil {
			c.land(f)
			return f.work, true
		}
	}
	return dispatch.Work{}, false
}

// Played implements dispatch.Source.
func (h home) Played(ctx context.Context, matches []dispatch.Played) error {
	var kept []dispatch.Played
	for _, m := range matches {
		if h.playedAgain(m.Work.Job.ID, "", &m.Report) {
			continue
		}
		h.mu.Lock()
		if report, ok := h.adopted[m.Report.ID]; ok {
			m.Report = report // a worker's, which is in the store
			delete(h.adopted, m.Report.ID)
		}
		h.mu.Unlock()
		kept = append(kept, m)
	}
	if len(kept) == 0 {
		return nil
	}
	return h.source.Played(ctx, kept)
}

// Failed implements dispatch.Source.
func (h home) Failed(work dispatch.Work, why error) error {
	if h.notComparable(work.Job.ID) {
		return nil
	}
	return h.source.Failed(work, why)
}

// playedBefore hands a work back at once if a worker that was given it by an
// earlier process has played it.
func (c *Coordinator) playedBefore(ctx context.Context, work dispatch.Work) (bool, error) {
	c.mu.Lock()
	report, ok := c.adopted[work.Job.ID]
	delete(c.adopted, work.Job.ID)
	c.mu.Unlock()
	if !ok {
		return false, nil
	}
	return true, c.source.Played(context.WithoutCancel(ctx), []dispatch.Played{{Work: work, Report: report}})
}

// adopt saves reports of matches that are not in flight: of an earlier process, or
// of a worker that was thought to be dead and whose matches have come back
// meanwhile. What is not scheduled, and what has its report, is dropped.
func (c *Coordinator) adopt(ctx context.Context, worker string, strays []league.Report) {
	c.mu.Lock()
	m := c.members[worker]
	c.mu.Unlock()
	if c.Adopter == nil || m != nil && (m.aside != nil || m.refused != "") {
		return
	}
	var sound []league.Report
	for _, report := range strays {
		work, ok, err := c.Adopter.Scheduled(ctx, report.Job)
		if err != nil {
			c.Log.Warn("a report from an earlier process", "match", report.ID, "error", err)
		}
		if !ok || err != nil {
			continue
		}
		if why := judge(work, &report); why != "" {
			c.setAside(worker, evidence{Match: report.ID, Why: why, Record: report.Record})
			return
		}
		sound = append(sound, report)
	}
	if len(sound) == 0 {
		return
	}
	if err := c.Adopter.Adopt(context.WithoutCancel(ctx), sound); err != nil {
		c.Log.Warn("save reports from an earlier process", "error", err)
		return
	}
	c.Log.Info("saved reports from an earlier process", "reports", len(sound))
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, report := range sound {
		c.adopted[report.ID] = report
	}
}
