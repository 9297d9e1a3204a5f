package queue

import (
	"context"
	"time"
)

// brokenAfter is how long the queue may refuse something before it counts as broken.
// Its server says little of that: after a full disk a stream may take messages and
// keep none, without an answer, while the other streams work.
const brokenAfter = 8 * time.Second

// retryAfter is the pause between a request that failed and the next one.
const retryAfter = 500 * time.Millisecond

// A trouble notes for how long one kind of request has failed.
type trouble struct {
	since time.Time // of the first failure; zero after a success
}

// note notes the outcome of a request, and reports whether the queue counts as
// broken. If so it begins anew.
func (t *trouble) note(err error) (broken bool) {
	switch {
	case err == nil:
		t.since = time.Time{}
	case t.since.IsZero():
		t.since = time.Now()
	case time.Since(t.since) > brokenAfter:
		t.since = time.Time{}
		return true
	}
	return false
}

// retry notes the outcome of a request; after a failure it mends the queue and
// pauses.
func (c *Coordinator) retry(ctx context.Context, t *trouble, request string, err error) {
	broken := t.note(err)
	if err == nil || ctx.Err() != nil {
		return
	}
	c.Log.Warn(request, "error", err)
	c.mend(ctx, broken)
	pause(ctx)
}

// pause waits for a while before a request is made again, or until ctx ends.
func pause(ctx context.Context) {
	select {
	case <-time.After(retryAfter):
	case <-ctx.Done():
	}
}

// probeInterval is how often the coordinator sees whether workers can answer.
const probeInterval = 5 * time.Second

// probe publishes answers of nobody until ctx ends. When the queue does not take them,
// it mends the queue; workers that cannot answer wait until they can.
func (c *Coordinator) probe(ctx context.Context) error {
	message, err := answers{}.encode()
	if err != nil {
		return err
	}
	ticker := time.NewTicker(probeInterval)
	defer ticker.Stop()
	var trouble trouble
	for {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
		soon, cancel := context.WithTimeout(ctx, probeInterval)
		_, err := c.js.Publish(soon, answerSubject, message)
		cancel()
		if trouble.note(err) && ctx.Err() == nil {
			c.Log.Warn("the queue takes no answers", "error", err)
			c.mend(ctx, true)
		}
	}
}
