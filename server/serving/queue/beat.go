package queue

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"arbiter/server/playing/live"
)

// keepBeating says that the worker is there until ctx ends, and also whenever the
// coordinator has something to tell it.
func (w *Worker) keepBeating(ctx context.Context, nudges <-chan *nats.Msg) {
	ticker := time.NewTicker(beatInterval)
	defer ticker.Stop()
	for {
		w.measure()
		w.beat(ctx, false)
		select {
		case <-ticker.C:
		case <-nudges:
		case <-ctx.Done():
			return
		}
	}
}

// beat sends a beat and obeys the answer. Without an answer no more work is taken
// until there is one.
func (w *Worker) beat(ctx context.Context, leaving bool) {
	message, err := json.Marshal(w.describe(leaving))
	if err != nil {
		w.Log.Error("beat", "error", err)
		return
	}
	soon, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	var o orders
	reply, err := w.Queue.RequestWithContext(soon, beatSubject, message)
	if err == nil {
		err = json.Unmarshal(reply.Data, &o)
	}
	if ctx.Err() != nil || leaving {
		return
	}
	w.mu.Lock()
	var dropped []*assignment
	if err == nil {
		dropped = w.obey(o)
	} else {
		if w.admitted {
			w.Log.Warn("the coordinator does not answer", "error", err)
		}
		w.admitted = false
	}
	w.mu.Unlock()
	w.settle(dropped...)
}

// describe makes a beat.
func (w *Worker) describe(leaving bool) beat {
	_, stopped := w.watch.look()
	w.mu.Lock()
	defer w.mu.Unlock()
	b := beat{
		Worker: w.Name, Life: w.life, Contract: w.Contract, Slots: w.Slots, Machine: w.Machine,
		Draining: w.drain || w.closing, Leaving: leaving,
	}
	b.Machine.Stopped = stopped
	for id, h := range w.tasks {
		holding := holding{Task: id}
		for match, t := range h.left {
			holding.Matches = append(holding.Matches, match)
			if t.playing {
				holding.Playing = append(holding.Playing, match)
			}
		}
		b.Holds = append(b.Holds, holding)
	}
	return b
}

// obey does what the coordinator wants, and returns the assignments that are dropped
// before they were played; mu is held.
func (w *Worker) obey(o orders) (dropped []*assignment) {
	switch {
	case o.Refused != "" && o.Refused != w.refused:
		w.Log.Warn("the coordinator gives this worker no work", "why", o.Refused)
	case o.Refused == "" && !w.admitted:
		w.Log.Info("at work", "worker", w.Name, "matches", w.Slots, "queue", w.Queue.ConnectedUrlRedacted())
	}
	w.refused, w.admitted, w.drain, w.unwatched = o.Refused, o.Refused == "", o.Drain, o.Unwatched
	if slow := w.Machine.slow(o.Slowest); slow != w.slow {
		w.slow = slow
		if slow {
			w.Log.Warn("this worker is slow: it plays only tournaments that allow slow workers", "speed", w.Machine.Speed, "wanted", o.Slowest)
		}
	}
	drop := map[string]bool{}
	for _, match := range o.Drop {
		drop[match] = true
	}
	for key, t := range w.matches {
		if drop[key] && !t.dropped {
			t.dropped = true
			t.drop(errDropped)
			if !t.playing {
				dropped = append(dropped, t)
			}
		}
	}
	w.ready = slices.DeleteFunc(w.ready, func(t *assignment) bool { return t.dropped })
	w.show(o.Watch)
	w.changed.Broadcast()
	return dropped
}

// show sends the frames of the matches that somebody watches, and of no others;
// mu is held.
func (w *Worker) show(watch map[string]string) {
	for to, stop := range w.watched {
		if !slices.Contains(slices.Collect(maps.Values(watch)), to) {
			stop()
			delete(w.watched, to)
		}
	}
	for key, t := range w.matches {
		to, wanted := watch[key]
		if !wanted || w.watched[to] != nil || !t.playing {
			continue
		}
		subscriber, err := w.Live.Subscribe(key)
		if err != nil {
			continue // it has just ended, or does not run yet
		}
		ctx, stop := context.WithCancel(w.hard)
		w.watched[to] = stop
		w.asides.Go(func() {
			defer stop()
			w.sendFrames(ctx, frameSubject+to, subscriber)
		})
	}
}

// sendFrames sends the lines of a running match until it ends or nobody watches.
func (w *Worker) sendFrames(ctx context.Context, subject string, from *live.Subscriber) {
	defer from.Close()
	for {
		lines, err := from.Next(ctx)
		for _, line := range lines {
			if err := w.Queue.Publish(subject, line); err != nil {
				return
			}
		}
		if err != nil {
			if ctx.Err() == nil {
				_ = w.Queue.Publish(subject, nil) // the end
			}
			return
		}
	}
}
