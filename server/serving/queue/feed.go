package queue

import (
	"cmp"
	"context"
	"slices"
	"time"

	"arbiter/server/playing/dispatch"
)

// gatherWait is how long a task waits for more matches: two that belong together
// come one right after the other, if they come.
const gatherWait = 2 * time.Millisecond

// A SlowSource is a source that hands out by itself what slow workers may play, too.
type SlowSource interface {
	// NextSlow is Next for slow workers.
	NextSlow(ctx context.Context) (dispatch.Work, bool, error)
}

// A next is the Next of a source, or its NextSlow.
type next func(ctx context.Context) (dispatch.Work, bool, error)

// feed publishes tasks for fast or for slow workers while they have room for them,
// until the source has no more work and nothing is in flight.
func (c *Coordinator) feed(ctx context.Context, source next, slow bool) error {
	var trouble trouble
	for {
		room, going, err := c.awaitRoom(ctx, slow)
		if err != nil || !going {
			return err
		}
		if err := c.gather(ctx, source, slow, room); err != nil {
			return err
		}
		err = c.publishAll(ctx, c.load(slow, room), slow)
		c.retry(ctx, &trouble, "publish a task", err)
	}
}

// mayPlay reports whether fast or slow workers may play a flight.
func (f *flight) mayPlay(slow bool) bool { return !slow || f.work.Slow }

// loadedTogether is how many tasks are made at a time at most: the first should not
// wait for the last.
const loadedTogether = 32

// awaitRoom waits until another task is wanted, and returns how many are, up to
// loadedTogether. going is false when nothing is left to do.
func (c *Coordinator) awaitRoom(ctx context.Context, slow bool) (room int, going bool, err error) {
	over := false
	waiting := c.vacancy.Wait(ctx, &c.mu, func() bool {
		err = c.broken
		over = c.ended && len(c.flights) == 0
		idle := c.ended && !slices.ContainsFunc(c.pending, func(f *flight) bool { return f.mayPlay(slow) })
		room = min(loadedTogether, c.room(slow))
		return err != nil || over || room > 0 && !idle
	})
	return room, !over, cmp.Or(waiting, err)
}

// room returns how many more tasks the fast or slow workers may take: two for each
// match that they play at a time. mu is held.
func (c *Coordinator) room(slow bool) int {
	room := c.slowTasks - len(c.tasks)
	if slow {
		room = -c.slowTasks
	}
	for _, m := range c.members {
		if m.working() && c.slow(m) == slow {
			room += 2 * m.beat.Slots
		}
	}
	return room
}

// gather takes matches from the source until they fill so many tasks, or no more
// come at once. It waits for the first one.
func (c *Coordinator) gather(ctx context.Context, source next, slow bool, room int) error {
	for {
		c.mu.Lock()
		ended, waking := c.ended, c.waking
		count, length := 0, time.Duration(0)
		for _, f := range c.pending {
			if f.mayPlay(slow) {
				count++
				length += c.lasts(f)
			}
		}
		c.mu.Unlock()
		if ended || count > 0 && (length >= time.Duration(room)*taskTime || count >= room*maxTask) {
			return nil
		}
		var work dispatch.Work
		var ok, interrupted bool
		var err error
		if count == 0 {
			work, ok, interrupted, err = ask(ctx, waking, source)
		} else {
			soon, cancel := context.WithTimeout(ctx, gatherWait)
			work, ok, err = source(soon)
			interrupted = soon.Err() != nil
			cancel()
		}
		switch {
		case err != nil && ctx.Err() == nil && interrupted:
			return nil
		case err != nil:
			return err
		case !ok:
			c.end()
			return nil
		}
		if err := c.accept(ctx, work); err != nil {
			return err
		}
	}
}

// ask asks a source for work until waking ends, which makes an error an
// interruption.
func ask(ctx, waking context.Context, source next) (work dispatch.Work, ok, interrupted bool, err error) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(waking, cancel)()
	work, ok, err = source(asking)
	return work, ok, asking.Err() != nil, err
}

// accept decides where a work is played.
func (c *Coordinator) accept(ctx context.Context, work dispatch.Work) error {
	if known, err := c.playedBefore(ctx, work); known || err != nil {
		return err
	}
	if !c.travels(ctx, work) {
		c.mu.Lock()
		c.local = append(c.local, work)
		c.rouse()
		c.mu.Unlock()
		return nil
	}
	c.launch(work)
	return nil
}

// end notes that the source has no more work. Work that no worker has taken is dropped:
// a source ends with work handed out only when its server shuts down.
func (c *Coordinator) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	c.ended = true
	for _, s := range c.tasks {
		if s.holder == "" {
			c.recall(s, "")
		}
	}
	for _, f := range slices.Clone(c.pending) {
		c.land(f)
	}
	c.rouse()
}
