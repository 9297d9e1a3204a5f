package queue

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
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
		c.deleteUnwanted(ctx)
		c.findLost(ctx)
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
		c.failed(f.work, died(f))
	}
}

// deleteUnwanted deletes the messages of tasks that a worker holds or nobody wants.
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
		_ = work.DeleteMsg(soon, sequence)
	}
}

// findLost publishes again what no worker holds and none will take: the stream has lost
// it, or it went to a worker that died before it could say so. It also recalls what the
// holder does not speak of any more.
func (c *Coordinator) findLost(ctx context.Context) {
	c.mu.Lock()
	var idle []*shipment
	for _, s := range c.tasks {
		switch {
		case time.Since(s.seen) <= deadAfter:
		case s.holder != "" || s.taken:
			c.recall(s, "")
		case s.sequence > 0:
			s.seen = time.Now()
			idle = append(idle, s)
		}
	}
	c.mu.Unlock()
	if len(idle) == 0 {
		return
	}
	soon, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	ask := c.askStream(soon)
	anyLost := false
	for _, s := range idle {
		lost, taken := ask(s)
		c.mu.Lock()
		s.taken = taken
		if (lost || c.nobodyWorks(s.slow)) && c.tasks[s.id] == s && s.holder == "" {
			c.recall(s, "")
		}
		c.mu.Unlock()
		anyLost = anyLost || lost
	}
	if anyLost {
		c.mend(ctx, false)
	}
}

// askStream returns what tells whether the stream has lost the task of a shipment, and
// whether it has handed the task out. A stream that cannot be asked has lost all.
func (c *Coordinator) askStream(ctx context.Context) func(*shipment) (lost, taken bool) {
	handed := map[bool]uint64{} // the last sequence, of slow workers and others
	work, err := c.js.Stream(ctx, workStream)
	for slow, name := range map[bool]string{false: workConsumer, true: slowConsumer} {
		if err != nil {
			break
		}
		var consumer jetstream.Consumer
		if consumer, err = work.Consumer(ctx, name); err == nil {
			handed[slow] = consumer.CachedInfo().Delivered.Stream
		}
	}
	return func(s *shipment) (lost, taken bool) {
		c.mu.Lock()
		sequence := s.sequence
		c.mu.Unlock()
		if sequence == 0 {
			return false, false // somebody holds it by now
		}
		lost = err != nil
		if !lost {
			_, missing := work.GetMsg(ctx, sequence)
			lost = missing != nil
		}
		return lost, sequence <= handed[s.slow]
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
