package queue

import (
	"math/rand/v2"
	"slices"

	"arbiter/referee"
	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// alike is how often each bot of a match must have played the same match twice in
// the same way before a difference says something of a worker: one that draws
// from two equally likely games does so once in a million.
const alike = 20

// A comparison is a match that is played again, by another worker or on this
// machine, and once more here when the two differ.
type comparison struct {
	work   dispatch.Work
	first  performance
	second *performance // nil before there is one
}

// A performance is how somebody played a match.
type performance struct {
	worker string // "" for this machine
	play   league.Play
	record []byte
}

// compare has a match played again, once in a while. Matches in which the clock
// decided something are left out, and those of bots that are known to play
// differently each time.
func (c *Coordinator) compare(work dispatch.Work, worker string, report *league.Report) {
	if rand.Float64() >= c.Recheck || clocked(report) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended || len(c.compared) > maxTask {
		return
	}
	for _, contender := range work.Contenders {
		if c.alike[contender.Bot.Digest] < 0 {
			return
		}
	}
	work.Abort = nil
	again := &comparison{work: work, first: performance{worker, report.Play, report.Record}}
	for name, m := range c.members {
		if name != worker && m.working() {
			c.playAgainElsewhere("again-"+work.Job.ID, again)
			return
		}
	}
	c.playAgainHere("again-"+work.Job.ID, again)
}

// playAgainElsewhere lets another worker play a match; mu is held.
func (c *Coordinator) playAgainElsewhere(id string, again *comparison) {
	f := &flight{id: id, work: again.work, deaths: map[string]bool{}, not: again.first.worker, calm: func() bool { return true }}
	c.compared[id], c.flights[id] = again, f
	c.pending = append(c.pending, f)
	c.rouse()
}

// playAgainHere lets this machine play a match; mu is held.
func (c *Coordinator) playAgainHere(id string, again *comparison) {
	c.compared[id] = again
	work := again.work
	work.Job.ID = id
	c.home = append(c.home, work)
	c.rouse()
}

// clocked reports whether a match has a fault of time: it depends on the machine.
func clocked(report *league.Report) bool {
	return slices.ContainsFunc(report.Result.Faults, func(f referee.Fault) bool { return f.Kind == referee.Timeout || f.Kind == referee.Crash })
}

// notComparable forgets a comparison that failed, and reports whether it was one.
func (c *Coordinator) notComparable(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	again := c.compared[id]
	delete(c.compared, id)
	if again != nil && c.Live != nil {
		c.Live.Ended(id)
	}
	return again != nil
}

// playedAgain takes the report of a match that was played to compare, and reports
// whether it was one.
func (c *Coordinator) playedAgain(id, worker string, report *league.Report) bool {
	c.mu.Lock()
	again := c.compared[id]
	c.mu.Unlock()
	if again == nil {
		return false
	}
	c.notComparable(id)
	if clocked(report) {
		return true
	}
	own := performance{worker, report.Play, report.Record}
	if again.second == nil {
		if own.play == again.first.play {
			c.countAlike(again)
			return true
		}
		again.second = &own
		c.mu.Lock()
		defer c.mu.Unlock()
		if !c.ended {
			c.playAgainHere("third-"+again.work.Job.ID, again)
		}
		return true
	}
	c.decide(again, own)
	return true
}

// countAlike notes that bots have played the same match twice in the same way.
func (c *Coordinator) countAlike(again *comparison) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, contender := range again.work.Contenders {
		if c.alike[contender.Bot.Digest] >= 0 {
			c.alike[contender.Bot.Digest]++
		}
	}
}

// decide sets aside the worker that played a match otherwise than this machine and
// another one did. When all three differ, it is the bots.
func (c *Coordinator) decide(again *comparison, third performance) {
	wrong := &again.first
	if third.play == again.first.play {
		wrong = again.second
	}
	c.mu.Lock()
	known := true
	for _, contender := range again.work.Contenders {
		digest := contender.Bot.Digest
		if third.play != again.first.play && third.play != again.second.play || wrong.worker == "" {
			c.alike[digest] = -1
		}
		known = known && c.alike[digest] >= alike
	}
	c.mu.Unlock()
	if known {
		c.setAside(wrong.worker, evidence{
			Match: again.work.Job.ID, Why: "it played a match of bots that always play it alike otherwise than two others did",
			Record: wrong.record, Other: third.record,
		})
	}
}
