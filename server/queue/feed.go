package queue

import (
	"cmp"
	"context"
	"slices"
	"time"

	"arbiter/server/dispatch"
)

// gatherWait is how long a task waits for more matches: two that belong together
// come one right after the other, if they come.
const gatherWait = 2 * time.Millisecond

// feed publishes tasks while workers have room for them, until the source has no
// more work and nothing is in flight.
func (c *Coordinator) feed(ctx context.Context) error {
	for {
		room, going, err := c.awaitRoom(ctx)
		if err != nil || !going {
			return err
		}
		if err := c.gather(ctx, room); err != nil {
			return err
		}
		for _, t := range c.load(room) {
			c.publish(ctx, t)
		}
	}
}

// loadedTogether is how many tasks are made at a time at most: the first should not
// wait for the last.
const loadedTogether = 32

// awaitRoom waits until another task is wanted, and returns how many are, up to
// loadedTogether. going is false when nothing is left to do.
func (c *Coordinator) awaitRoom(ctx context.Context) (room int, going bool, err error) {
	over := false
	waiting := c.vacancy.Wait(ctx, &c.mu, func() bool {
		err = c.broken
		over = c.ended && len(c.flights) == 0
		idle := c.ended && len(c.pending) == 0
		room = min(loadedTogether, c.room())
		return err != nil || over || room > 0 && !idle
	})
	return room, !over, cmp.Or(waiting, err)
}

// room returns how many more tasks the workers may take: two for each match that
// they play at a time. mu is held.
func (c *Coordinator) room() int {
	room := -len(c.tasks)
	for _, m := range c.members {
		if m.working() {
			room += 2 * m.beat.Slots
		}
	}
	return room
}

// gather takes matches from the source until they fill so many tasks, or no more
// come at once. It waits for the first one.
func (c *Coordinator) gather(ctx context.Context, room int) error {
	for {
		c.mu.Lock()
		ended, count, waking := c.ended, len(c.pending), c.waking
		length := time.Duration(0)
		for _, f := range c.pending {
			length += c.lasts(f)
		}
		c.mu.Unlock()
		if ended || count > 0 && (length >= time.Duration(room)*taskTime || count >= room*maxTask) {
			return nil
		}
		var work dispatch.Work
		var ok, interrupted bool
		var err error
		if count == 0 {
			work, ok, interrupted, err = c.ask(ctx, waking)
		} else {
			soon, cancel := context.WithTimeout(ctx, gatherWait)
			work, ok, err = c.source.Next(soon)
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

// ask asks the source for work until waking ends, which makes an error an
// interruption.
func (c *Coordinator) ask(ctx, waking context.Context) (work dispatch.Work, ok, interrupted bool, err error) {
	asking, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(waking, cancel)()
	work, ok, err = c.source.Next(asking)
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

// end notes that the source has no more work. What no worker has taken is left: a
// source that ends with work handed out is that of a server that shuts down.
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
