package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"arbiter/referee"
)

const (
	// fetchWait is how long the stream may take to have a task.
	fetchWait = time.Second
	// replyWait is how long the queue may take to answer a request.
	replyWait = 5 * time.Second
	// noTask and notThere are the statuses of answers to nextTask and readBots.
	noTask   = "408"
	notThere = "404"
)

// fetch takes tasks while there is room for them, until the worker closes.
func (w *Worker) fetch(ctx context.Context) {
	for {
		consumer, going := w.awaitRoom(ctx)
		if !going {
			return
		}
		message, err := w.nextTask(ctx, consumer)
		switch {
		case err != nil && ctx.Err() == nil:
			w.Log.Debug("fetch", "error", err)
			pause(ctx)
		case message != nil:
			w.take(ctx, message)
		}
	}
}

// nextTask asks for a task of a consumer. It returns nil when there is none within
// fetchWait.
func (w *Worker) nextTask(ctx context.Context, consumer string) (*nats.Msg, error) {
	soon, cancel := context.WithTimeout(ctx, fetchWait+replyWait) // one that comes when nobody waits is lost for ackWait
	defer cancel()
	message, err := w.Queue.RequestWithContext(soon, nextTask+consumer, fmt.Appendf(nil, `{"batch":1,"expires":%d}`, fetchWait))
	if err != nil {
		return nil, err
	}
	switch status := message.Header.Get("Status"); status {
	case "":
		return message, nil
	case noTask:
		return nil, nil
	default:
		return nil, fmt.Errorf("%s: status %s %s", consumer, status, message.Header.Get("Description"))
	}
}

// awaitRoom waits until another task should be taken, and returns the consumer to take
// it from. The pool has enough when each of its workers has a match waiting beside the
// one it plays. If no further task will be taken, going is false.
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
func (w *Worker) take(ctx context.Context, message *nats.Msg) {
	var t task
	if err := json.Unmarshal(message.Data, &t); err != nil {
		w.Log.Error("a task that cannot be read", "error", err)
		return
	}
	h := &held{id: t.ID, left: map[string]*assignment{}}
	var assignments []*assignment
	for _, o := range t.Matches {
		own := &assignment{key: t.ID + "/" + o.ID, order: o, task: h}
		own.work.Abort, own.drop = context.WithCancelCause(w.hard)
		h.left[o.ID] = own
		assignments = append(assignments, own)
	}
	w.mu.Lock()
	w.tasks[t.ID] = h
	for _, own := range assignments {
		w.matches[own.key] = own
	}
	w.mu.Unlock()
	w.beat(ctx, false) // so that the coordinator knows who holds it
	var unable []*assignment
	var told []answer
	missing := answer{} // an archive has not come: the others are not waited for, too
	for _, own := range assignments {
		a, ok := missing, false
		if missing.Missing == "" {
			a, ok = w.prepare(t, own)
		}
		a.Match = own.order.ID
		if a.Missing != "" {
			missing = a
		}
		if !ok {
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

// prepare makes work of an order. If it cannot, it returns the answer. It ends when
// the match is no longer wanted, or the worker closes.
func (w *Worker) prepare(t task, own *assignment) (answer, bool) {
	ctx, cancel := context.WithCancel(w.open)
	defer cancel()
	defer context.AfterFunc(own.work.Abort, cancel)()
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
		c, err := w.Bots.contender(ctx, w.Queue, t.Bots[i])
		switch {
		case ctx.Err() != nil:
			return refuse(ctx.Err(), "")
		case errors.As(err, new(fetchError)):
			w.Log.Warn("an archive does not come", "bot", t.Bots[i].ID, "error", err)
			return answer{Match: o.ID, Task: t.ID, Again: err.Error(), Missing: t.Bots[i].Archive}, false
		case err != nil:
			w.Log.Warn("bot", "bot", t.Bots[i].ID, "error", err)
			return refuse(err, t.Bots[i].Content())
		}
		own.work.Contenders = append(own.work.Contenders, c)
	}
	return answer{}, true
}
