package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"arbiter/server/playing/dispatch"
)

// A held task was taken and is not answered as a whole.
type held struct {
	id   string
	left map[string]*assignment // not answered, by match
}

// An assignment is a match of a held task, on its way through the pool.
type assignment struct {
	key     string // of the match in the pool: the same match may be held twice
	order   order
	task    *held
	work    dispatch.Work
	drop    context.CancelCauseFunc
	dropped bool
	playing bool
	stops   int // of the stopwatch when it began
}

// errDropped is the cause of a match's end that the coordinator no longer wants.
var errDropped = errors.New("the coordinator no longer wants this match")

// Next implements dispatch.Source.
func (w *Worker) Next(ctx context.Context) (dispatch.Work, bool, error) {
	var next *assignment
	err := w.changed.Wait(ctx, &w.mu, func() bool {
		if next = nil; len(w.ready) > 0 && !w.closing {
			next, w.ready = w.ready[0], w.ready[1:]
			next.playing = true
			w.changed.Broadcast() // there is room for another task
		}
		return next != nil || w.closing
	})
	if err != nil || next == nil {
		return dispatch.Work{}, false, err
	}
	next.stops, _ = w.watch.look()
	return next.work, true, nil
}

// Played implements dispatch.Source. It returns when the stream has the reports.
func (w *Worker) Played(_ context.Context, matches []dispatch.Played) error {
	var all []*assignment
	var told []answer
	for _, m := range matches {
		w.Live.Ended(m.Work.Job.ID)
		own := w.assignment(m.Work)
		a := answer{Match: own.order.ID, Task: own.task.id}
		if a.Again = w.stopped(own); a.Again == "" {
			report := m.Report
			report.Job = own.order.Job
			a.Report = &report
		}
		all, told = append(all, own), append(told, a)
	}
	return w.answer(all, told)
}

// Failed implements dispatch.Source.
func (w *Worker) Failed(work dispatch.Work, why error) error {
	w.Live.Ended(work.Job.ID)
	own := w.assignment(work)
	if errors.Is(why, errDropped) {
		w.settle(own)
		return nil
	}
	a := answer{Match: own.order.ID, Task: own.task.id, Failed: why.Error(), Void: dispatch.IsVoid(why)}
	if again := w.stopped(own); again != "" {
		a.Failed, a.Void, a.Again = "", false, again
	}
	return w.answer([]*assignment{own}, []answer{a})
}

// assignment returns that of a work.
func (w *Worker) assignment(work dispatch.Work) *assignment {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.matches[work.Job.ID]
}

// stopped returns why a match does not count because this program was stopped
// while it was played, or "": its clocks went on, and what its bots did in time
// may have been seen late.
func (w *Worker) stopped(t *assignment) string {
	if stops, total := w.watch.look(); stops > t.stops {
		return fmt.Sprintf("the worker was stopped while it was played (%v since its start)", total.Round(time.Millisecond))
	}
	return ""
}

// settle forgets assignments that are answered or dropped, and the tasks of which nothing
// is left.
func (w *Worker) settle(assignments ...*assignment) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range assignments {
		delete(w.matches, t.key)
		delete(t.task.left, t.order.ID)
		if len(t.task.left) == 0 && w.tasks[t.task.id] == t.task {
			delete(w.tasks, t.task.id)
		}
	}
	w.changed.Broadcast()
}

// handBack answers the matches that were not played.
func (w *Worker) handBack() {
	w.mu.Lock()
	var assignments []*assignment
	var told []answer
	for _, t := range w.matches {
		assignments = append(assignments, t)
		told = append(told, answer{Match: t.order.ID, Task: t.task.id, Again: "the worker ends"})
	}
	w.ready = nil
	w.mu.Unlock()
	if len(assignments) > 0 {
		soon, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if err := w.publish(soon, told); err == nil {
			w.settle(assignments...)
		} // otherwise the coordinator hands them out again when it hears no more beats
	}
}
