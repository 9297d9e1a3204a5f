package queue

import (
	"math/rand/v2"
	"slices"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// A comparison is a match of a worker that this machine plays again.
type comparison struct {
	worker string
	play   league.Play
}

// compare has a match played again here, once in a while. Matches in which the clock
// decided something are left out, and those of bots that are known to vary.
func (c *Coordinator) compare(work dispatch.Work, worker string, report *league.Report) {
	if rand.Float64() >= c.Recheck || clocked(report) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	varies := func(contender dispatch.Contender) bool { return c.varying[contender.Bot.Content()] }
	if c.ended || len(c.compared) > maxTask || slices.ContainsFunc(work.Contenders, varies) {
		return
	}
	work.Abort = nil
	work.Job.ID = "again-" + work.Job.ID
	c.compared[work.Job.ID] = comparison{worker, report.Play}
	c.local = append(c.local, work)
	c.rouse()
}

// clocked reports whether a match has a fault that depends on how fast the machine is.
func clocked(report *league.Report) bool {
	return slices.ContainsFunc(report.Result.Faults, func(f referee.Fault) bool { return f.Kind.Info().OfTime })
}

// takeComparison returns the comparison that a match of this machine belongs to, if it
// does, and ends it.
func (c *Coordinator) takeComparison(id string) (again comparison, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	again, ok = c.compared[id]
	delete(c.compared, id)
	if ok && c.Live != nil {
		c.Live.Ended(id)
	}
	return again, ok
}

// playedAgain takes the report of a match that was played to compare, and reports
// whether it was one. Two machines on which a match differs say that its bots vary.
func (c *Coordinator) playedAgain(work dispatch.Work, report *league.Report) bool {
	again, ok := c.takeComparison(work.Job.ID)
	if !ok || clocked(report) || report.Play == again.play {
		return ok
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var names []string
	for _, contender := range work.Contenders {
		c.varying[contender.Bot.Content()] = true
		names = append(names, contender.Bot.ID)
	}
	c.Log.Warn("a match went otherwise here than on its worker; its bots vary, and are compared no more", "worker", again.worker, "bots", names)
	return true
}
