package queue

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"arbiter/bots"
	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// proofs is how often this machine plays a match on which two workers differ: a
// bot that draws from two equally likely games plays alike that often once in a
// thousand times. With 1 instead of 10, one farm in four of two honest workers sets
// one of them aside for bots that play another game once in 2, 5 or 10 times; with 3,
// one in 200, 30 and 10; with 10, none, one in 1000 and one in 60. A forger costs some
// thirty matches here until it is set aside.
const proofs = 10

// oddLimit is how many matches a worker must have played otherwise than everybody
// else before it is set aside, when the bots might be to blame: those that are not
// builtin may look at the clock once in a while.
const oddLimit = 3

// A comparison is a match that is played again, by another worker or on this
// machine, and some more times here when the two differ.
type comparison struct {
	work   dispatch.Work
	first  performance
	second *performance // nil before there is one
	here   []performance
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
		if c.varying[contender.Bot.Content()] {
			return
		}
	}
	work.Abort = nil
	again := &comparison{work: work, first: performance{worker, report.Play, report.Record}}
	if c.another(worker) {
		c.playAgainElsewhere("again-"+work.Job.ID, again)
	} else {
		c.playAgainHere("again-"+work.Job.ID, again)
	}
}

// another reports whether a worker beside this one can play a match to compare; mu
// is held.
func (c *Coordinator) another(worker string) bool {
	for name, m := range c.members {
		if name != worker && m.working() && !c.slow(m) {
			return true
		}
	}
	return false
}

// compareHere lets this machine play what was to be played elsewhere to compare, and
// nobody has taken, when no worker is left that may: their tasks would fill the room
// of the one that must not take them.
func (c *Coordinator) compareHere() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, again := range c.compared {
		f := c.flights[id]
		if f == nil || f.shipment != nil && f.shipment.holder != "" || c.another(f.not) {
			continue
		}
		c.land(f)
		c.playAgainHere(id, again)
	}
}

// playAgainElsewhere lets another worker play a match; mu is held.
func (c *Coordinator) playAgainElsewhere(id string, again *comparison) {
	f := newFlight(id, again.work)
	f.not = again.first.worker
	c.compared[id], c.flights[id] = again, f
	c.pending = append(c.pending, f)
	c.rouse()
}

// playAgainHere lets this machine play a match; mu is held.
func (c *Coordinator) playAgainHere(id string, again *comparison) {
	c.compared[id] = again
	work := again.work
	work.Job.ID = id
	c.local = append(c.local, work)
	c.rouse()
}

// clocked reports whether a match has a fault that depends on how fast the machine is.
func clocked(report *league.Report) bool {
	return slices.ContainsFunc(report.Result.Faults, func(f referee.Fault) bool { return f.Kind.Info().OfTime })
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
	switch {
	case again.second == nil && own.play == again.first.play:
		return true
	case again.second == nil:
		again.second = &own
	default:
		again.here = append(again.here, own)
	}
	if len(again.here) == proofs || len(again.here) > 0 && own.play != again.here[0].play {
		c.decide(again)
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		c.playAgainHere(fmt.Sprintf("proof-%d-%s", len(again.here)+1, again.work.Job.ID), again)
	}
	return true
}

// decide says who is to blame for two different games of the same match: the
// worker that played it otherwise than this machine always does, or the bots.
func (c *Coordinator) decide(again *comparison) {
	here, wrong := again.here[len(again.here)-1], &again.first
	if here.play == again.first.play {
		wrong = again.second
	}
	sure := wrong.worker != "" && len(again.here) == proofs && here.play == again.here[0].play &&
		(here.play == again.first.play || here.play == again.second.play)
	c.mu.Lock()
	builtin := true
	for _, contender := range again.work.Contenders {
		path, is := resolve.BuiltinPath(contender.Bot.Typed)
		builtin = builtin && is && bots.PlaysAlike(path)
	}
	if !sure {
		for _, contender := range again.work.Contenders {
			c.varying[contender.Bot.Content()] = true
		}
		c.mu.Unlock()
		return
	}
	c.odd[wrong.worker]++
	alone := len(c.odd) == 1 // otherwise the bots are suspects, too
	sure = builtin || alone && c.odd[wrong.worker] >= oddLimit
	c.mu.Unlock()
	if sure {
		c.setAside(wrong.worker, evidence{
			Match: again.work.Job.ID, Why: "it played a match otherwise than another worker and this machine do",
			Record: wrong.record, Other: here.record,
		})
	}
}
