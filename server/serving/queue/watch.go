package queue

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"
)

// A watch is a remote match that somebody watches.
type watch struct {
	to  string // the last word of the subject
	end context.CancelFunc
}

// appear shows a match that a worker plays, and adds to its orders that it send
// the frames, if somebody watches; mu is held.
func (c *Coordinator) appear(s *shipment, f *flight, o *orders) {
	if c.Live == nil {
		return
	}
	if !f.shown {
		f.shown = true
		c.Live.Open(f.id, func(ctx context.Context, add func([]byte)) error { return c.watch(ctx, f.id, add) })
	}
	if w := c.watches[f.id]; w != nil {
		if o.Watch == nil {
			o.Watch = map[string]string{}
		}
		o.Watch[s.id+"/"+f.id] = w.to
	}
}

// hide ends the frames of a match that its worker does not play any more, once the
// last ones have had the time to come; mu is held.
func (c *Coordinator) hide(f *flight) {
	f.shown = false
	if w := c.watches[f.id]; w != nil {
		delete(c.watches, f.id)
		time.AfterFunc(deadAfter, w.end)
	}
}

// watch passes on the frames of a remote match. The worker sends them from the
// start, and an empty message after the last one.
func (c *Coordinator) watch(ctx context.Context, match string, add func([]byte)) error {
	w := &watch{to: rand.Text()}
	ctx, w.end = context.WithCancel(ctx)
	defer w.end()
	subscription, err := c.Queue.SubscribeSync(frameSubject + w.to)
	if err != nil {
		return err
	}
	defer func() { _ = subscription.Unsubscribe() }()
	if err := subscription.SetPendingLimits(-1, maxFrames); err != nil {
		return err
	}
	c.mu.Lock()
	c.watches[match] = w
	c.nudge(c.flights[match])
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.watches[match] == w {
			delete(c.watches, match)
		}
	}()
	for total := 0; ; {
		message, err := subscription.NextMsgWithContext(ctx)
		if err != nil {
			return err
		}
		if len(message.Data) == 0 {
			return nil
		}
		if total += len(message.Data); total > maxFrames {
			return fmt.Errorf("match %s: its worker has sent more than %d bytes of frames", match, maxFrames)
		}
		add(message.Data)
	}
}
