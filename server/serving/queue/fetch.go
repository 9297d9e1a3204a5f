package queue

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/referee"
)

const (
	// fetchWait is how long the stream may take to have a task.
	fetchWait = time.Second
	// notMine is how long a task rests at least that this worker must not play, and half
	// of how long at most. Were it the same each time, two workers could hand one
	// another's tasks back in step for ever.
	notMine = 100 * time.Millisecond
)

// fetch takes tasks while there is room for them, until the worker closes.
func (w *Worker) fetch(ctx context.Context) {
	consumers := map[string]jetstream.Consumer{}
	for {
		name, going := w.awaitRoom(ctx)
		if !going {
			return
		}
		var err error
		tasks := consumers[name]
		if tasks == nil {
			soon, cancel := context.WithTimeout(ctx, 5*time.Second)
			tasks, err = w.js.Consumer(soon, workStream, name)
			cancel()
		}
		var message jetstream.Msg
		if err == nil {
			consumers[name] = tasks
			message, err = tasks.Next(jetstream.FetchMaxWait(fetchWait))
		}
		switch {
		case err == nil:
			w.take(ctx, message)
		case !errors.Is(err, jetstream.ErrNoMessages) && !errors.Is(err, nats.ErrTimeout) && ctx.Err() == nil:
			delete(consumers, name)
			w.Log.Debug("fetch", "error", err)
			pause(ctx)
		}
	}
}

// awaitRoom waits until another task should be taken, and returns of which
// consumer; going is false when none will: each of the pool's workers has a match
// waiting beside the one it plays.
func (w *Worker) awaitRoom(ctx context.Context) (consumer string, going bool) {
	err := w.changed.Wait(ctx, &w.mu, func() bool {
		going = !w.closing
		if consumer = workConsumer; w.slow {
			consumer = slowConsumer
		}
		return w.closing || w.admitted && !w.drain && w.Machine.Waiting == "" && len(w.ready) < w.Slots
	})
	return consumer, err == nil && going
}

// take takes a task: it gets the bots, and hands the matches to the pool.
func (w *Worker) take(ctx context.Context, message jetstream.Msg) {
	var t task
	if err := json.Unmarshal(message.Data(), &t); err != nil {
		w.Log.Error("a task that cannot be read", "error", err)
		_ = message.Term()
		return
	}
	if t.Not == w.Name {
		_ = message.NakWithDelay(notMine + rand.N(notMine))
		return
	}
	h := &held{id: t.ID, message: message, left: map[string]*assignment{}}
	var assignments []*assignment
	for _, o := range t.Matches {
		own := &assignment{key: t.ID + "/" + o.ID, order: o, task: h}
		own.work.Abort, own.drop = context.WithCancelCause(w.hard)
		h.left[o.ID] = own
		assignments = append(assignments, own)
	}
	w.mu.Lock()
	if w.tasks[t.ID] != nil { // the stream thought that it was lost
		w.tasks[t.ID].message = message
		w.mu.Unlock()
		return
	}
	w.tasks[t.ID] = h
	for _, own := range assignments {
		w.matches[own.key] = own
	}
	w.mu.Unlock()
	w.beat(ctx, false) // so that the coordinator knows who holds it
	var unable []*assignment
	var told []answer
	for _, own := range assignments {
		if a, ok := w.prepare(ctx, t, own); !ok {
			unable, told = append(unable, own), append(told, a)
		}
	}
	if len(unable) > 0 {
		_ = w.answer(unable, told)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, own := range assignments {
		if w.matches[own.key] == own { // neither answered nor dropped meanwhile
			w.ready = append(w.ready, own)
		}
	}
	w.changed.Broadcast()
}

// prepare makes work of an order. If it cannot, it returns the answer.
func (w *Worker) prepare(ctx context.Context, t task, own *assignment) (answer, bool) {
	o := own.order
	refuse := func(why error, content string) (answer, bool) {
		return answer{Match: o.ID, Task: t.ID, Again: why.Error(), Cannot: content}, false
	}
	g, err := w.Find(o.Game)
	if err != nil {
		return refuse(err, "")
	}
	job := o.Job
	job.ID = own.key
	own.work.Job, own.work.Game, own.work.Limits = job, g, o.Limits
	own.work.Setup = referee.Setup{Seed: job.Pairing.Start.Seed, Position: o.Position}
	for _, i := range o.Seats {
		if i < 0 || i >= len(t.Bots) {
			return refuse(errors.New("a seat without a bot"), "")
		}
		c, err := w.Bots.contender(ctx, w.js, t.Bots[i])
		if err != nil {
			w.Log.Warn("bot", "bot", t.Bots[i].ID, "error", err)
			return refuse(err, t.Bots[i].Content())
		}
		own.work.Contenders = append(own.work.Contenders, c)
	}
	return answer{}, true
}
