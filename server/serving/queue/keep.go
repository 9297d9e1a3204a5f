package queue

import (
	"context"
	"time"
)

// keepInterval is how often the coordinator looks for what is missing.
const keepInterval = time.Second

// keep looks for workers that are silent and tasks that nobody has, until ctx
// ends.
func (c *Coordinator) keep(ctx context.Context) error {
	watch := newStopwatch(time.Now)
	ticker := time.NewTicker(keepInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
		stops, _ := watch.look()
		if stops > 0 { // it was we who did not listen
			watch = newStopwatch(time.Now)
			c.resetSilence()
		}
		c.recallFromSilent()
		c.compareHere()
		c.deleteUnwanted(ctx)
		c.findLost(ctx)
		c.suspect()
		renewed := c.takeMissing()
		if c.Heal != nil {
			again, err := c.Heal(false)
			renewed = renewed || again || err != nil
		}
		if renewed {
			c.mend(ctx, false)
		}
	}
}

// takeMissing reports whether a worker has missed an archive since the last look.
func (c *Coordinator) takeMissing() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	missing := c.missing
	c.missing = false
	return missing
}

// resetSilence takes it that all workers have just been heard.
func (c *Coordinator) resetSilence() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.members {
		m.heard = time.Now()
	}
	for _, s := range c.tasks {
		s.seen = time.Now()
	}
}

// recallFromSilent recalls what silent workers hold. Matches on which the last of several
// different workers has died are failures.
func (c *Coordinator) recallFromSilent() {
	c.mu.Lock()
	var given []*flight
	for name, m := range c.members {
		if !m.gone && time.Since(m.heard) > deadAfter {
			m.gone = true
			c.Log.Warn("a worker is silent; what it holds is handed out again", "name", name)
			given = append(given, c.recallFrom(name, name)...)
			c.rouse()
		}
	}
	c.mu.Unlock()
	for _, f := range given {
		if !c.notComparable(f.id) {
			c.failed(f.work, died(f))
		}
	}
}

// deleteUnwanted deletes messages whose matches are published anew.
func (c *Coordinator) deleteUnwanted(ctx context.Context) {
	c.mu.Lock()
	unwanted := c.discard
	c.discard = nil
	c.mu.Unlock()
	if len(unwanted) == 0 {
		return
	}
	soon, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	work, err := c.js.Stream(soon, workStream)
	if err != nil {
		return // whoever takes them is told that they are not wanted
	}
	for _, sequence := range unwanted {
		if sequence > 0 {
			_ = work.DeleteMsg(soon, sequence)
		}
	}
}

// findLost publishes again what no worker holds and the stream does not have: its
// folder was deleted, or the message went to a worker that died before it could
// say so.
func (c *Coordinator) findLost(ctx context.Context) {
	c.mu.Lock()
	var idle []*shipment
	for _, s := range c.tasks {
		if s.sequence > 0 && time.Since(s.seen) > deadAfter {
			idle = append(idle, s)
		}
	}
	c.mu.Unlock()
	if len(idle) == 0 {
		return
	}
	soon, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	work, err := c.js.Stream(soon, workStream)
	anyLost := false
	for _, s := range idle {
		lost := err != nil
		if !lost {
			_, missing := work.GetMsg(soon, s.sequence)
			lost = missing != nil
		}
		c.mu.Lock()
		s.seen = time.Now()
		if (lost || c.nobodyWorks(s.slow)) && c.tasks[s.id] == s {
			c.recall(s, "")
		}
		c.mu.Unlock()
		anyLost = anyLost || lost
	}
	if anyLost {
		c.mend(ctx, false)
	}
}

// nobodyWorks reports whether there is no worker of this kind that could take a
// task; mu is held.
func (c *Coordinator) nobodyWorks(slow bool) bool {
	for _, m := range c.members {
		if m.working() && c.slow(m) == slow {
			return false
		}
	}
	return true
}
