package queue

import (
	"context"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// playedBefore hands a work back at once if a worker that was given it by an
// earlier process has played it.
func (c *Coordinator) playedBefore(ctx context.Context, work dispatch.Work) (bool, error) {
	report, ok := c.takeAdopted(work.Job.ID)
	if !ok {
		return false, nil
	}
	return true, c.source.Played(context.WithoutCancel(ctx), []dispatch.Played{{Work: work, Report: report}})
}

// takeAdopted returns the report of a match that was adopted, which is in the
// store: another one of the same match does not count.
func (c *Coordinator) takeAdopted(match string) (report league.Report, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	report, ok = c.adopted[match]
	delete(c.adopted, match)
	c.adoptedBytes -= len(report.Record)
	return report, ok
}

// adopt saves reports of matches that are not in flight: of an earlier process, or
// of a worker that was thought to be dead and whose matches have come back
// meanwhile. What is not scheduled, and what has its report, is dropped.
func (c *Coordinator) adopt(ctx context.Context, worker string, strays []league.Report) {
	c.mu.Lock()
	m := c.members[worker]
	believed := (m == nil || m.believed()) && c.adoptedBytes < maxAdopted
	c.mu.Unlock()
	if c.Adopter == nil || !believed {
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
		if why := verify(work, &report); why != "" {
			c.refuse(worker, report.ID, why)
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
		c.adoptedBytes += len(report.Record)
	}
}
