package queue

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"arbiter/server/playing/dispatch"
)

// A flight is a match that was taken from the source for the workers and has not
// come back. It is pending, or part of a shipment.
type flight struct {
	id       string // of the job
	work     dispatch.Work
	pair     string          // equal for the matches of a pair
	shipment *shipment       // nil while it is pending
	tasks    map[string]bool // the IDs of the tasks that it has been part of
	deaths   map[string]bool // workers that died holding it alone or among others
	calm     func() bool     // no longer waits for the abort of the work
	shown    bool            // it is known to Live
}

// A shipment is a task that was published and of which something is in flight.
type shipment struct {
	id       string // that its worker alone is told
	slow     bool   // for slow workers
	sequence uint64 // in the stream; 0 while it is being published, and when the stream need not have it any more
	taken    bool   // the stream has handed it out, and nobody has said so
	flights  map[string]*flight
	holder   string    // the worker that has taken it; "" before one has
	seen     time.Time // when it was published, or its holder spoke of it last
}

func newFlight(id string, work dispatch.Work) *flight {
	return &flight{
		id: id, work: work, pair: work.Job.Tournament + "\x00" + work.Job.Pairing.Pair(),
		tasks: map[string]bool{}, deaths: map[string]bool{}, calm: func() bool { return true },
	}
}

// plays reports whether the bot with a content plays in a flight.
func (f *flight) plays(content string) bool {
	return slices.ContainsFunc(f.work.Contenders, func(c dispatch.Contender) bool { return c.Bot.Content() == content })
}

// launch makes a flight of a work, pending. It ends when the work is aborted.
func (c *Coordinator) launch(work dispatch.Work) *flight {
	f := newFlight(work.Job.ID, work)
	c.mu.Lock()
	c.flights[f.id] = f
	c.pending = append(c.pending, f)
	c.mu.Unlock()
	if work.Abort != nil {
		stop := context.AfterFunc(work.Abort, func() { c.abort(f) })
		c.mu.Lock()
		f.calm = stop
		c.mu.Unlock()
	}
	return f
}

// abort ends a flight that nobody wants any more.
func (c *Coordinator) abort(f *flight) {
	c.mu.Lock()
	c.nudge(f)
	found := c.land(f)
	c.mu.Unlock()
	if found {
		c.failed(f.work, context.Cause(f.work.Abort))
	}
}

// land removes a flight, and reports whether it was there; mu is held.
func (c *Coordinator) land(f *flight) bool {
	if c.flights[f.id] != f {
		return false
	}
	delete(c.flights, f.id)
	f.calm()
	if f.shipment == nil {
		c.pending = slices.DeleteFunc(c.pending, func(p *flight) bool { return p == f })
	}
	c.unload(f)
	if len(c.flights) == 0 {
		c.changed.Broadcast()
	}
	c.vacancy.Broadcast()
	return true
}

// unload takes a flight off its shipment; mu is held. A shipment without
// flights is forgotten: the answer to a beat tells its holder to drop it.
func (c *Coordinator) unload(f *flight) {
	s := f.shipment
	if s == nil {
		return
	}
	f.shipment = nil
	delete(s.flights, f.id)
	c.hide(f)
	if len(s.flights) == 0 {
		delete(c.tasks, s.id)
		c.withdraw(s)
		if s.slow {
			c.slowTasks--
		}
	}
}

// recall makes flights of a shipment pending again; mu is held. A worker that died
// holding it may have died of one of them: three different ones are a failure of
// the match, so flights that were together are published apart.
func (c *Coordinator) recall(s *shipment, died string) (given []*flight) {
	for _, f := range slices.SortedFunc(maps.Values(s.flights), func(a, b *flight) int { return cmp.Compare(a.id, b.id) }) {
		c.unload(f)
		if died != "" {
			f.deaths[died] = true
		}
		if len(f.deaths) >= maxDeaths {
			c.land(f)
			given = append(given, f)
			continue
		}
		if c.ended {
			c.land(f)
			continue
		}
		c.pending = append(c.pending, f)
	}
	c.rouse()
	return given
}

// withdraw has the message of a shipment deleted, unless it is deleted already; mu is
// held.
func (c *Coordinator) withdraw(s *shipment) {
	if s.sequence > 0 {
		c.discard = append(c.discard, s.sequence)
		s.sequence = 0
	}
}

// died are the errors of matches whose workers died.
func died(f *flight) error {
	return fmt.Errorf("%d workers died while they held this match: %v", len(f.deaths), slices.Sorted(maps.Keys(f.deaths)))
}

// failed hands back a match that was not played.
func (c *Coordinator) failed(work dispatch.Work, why error) {
	if c.Live != nil {
		c.Live.Ended(work.Job.ID)
	}
	if err := c.source.Failed(work, why); err != nil {
		c.stop(err)
	}
}

// A remoteError is what a worker says of a match that failed.
type remoteError struct {
	worker, why string
	void        bool
}

// Error implements error.
func (e remoteError) Error() string { return fmt.Sprintf("worker %s: %s", e.worker, e.why) }

// Void implements what dispatch.IsVoid asks.
func (e remoteError) Void() bool { return e.void }
