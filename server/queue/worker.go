package queue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/referee/replay"
	"arbiter/server/cond"
	"arbiter/server/dispatch"
	"arbiter/server/live"
)

// A Worker plays the tasks of a coordinator. It is the dispatch.Source of the pool
// that plays them. Its exported fields are set before use.
type Worker struct {
	Queue    *nats.Conn
	Name     string // unique among the workers of a coordinator
	Contract Contract
	Machine  Machine // as measured at the start
	Slots    int     // matches that the pool plays at the same time
	Measure  bool    // the machine's speed, when nothing is played, and its load
	MaxLoad  float64 // runnable threads for each CPU with which it still takes work; 0: any
	Bots     *Bots
	Find     func(game string) (referee.Game, error) // nil: games.Find
	Live     *live.Broadcaster                       // of the running matches
	Log      *slog.Logger

	js      jetstream.JetStream
	life    string
	watch   *stopwatch
	hard    context.Context // its end ends everything
	frames  sync.WaitGroup
	watched map[string]context.CancelFunc // by where frames are sent; guarded by mu

	mu       sync.Mutex
	changed  cond.Var               // of all that follows
	tasks    map[string]*held       // by ID
	matches  map[string]*assignment // by key
	ready    []*assignment          // not played yet, in order
	admitted bool                   // the coordinator has answered the last beat and did not refuse it
	refused  string                 // why it did
	drain    bool                   // the coordinator wants nothing more to be taken
	closing  bool                   // this program ends
	measured time.Time              // when the speed was
	slowest  float64                // the least speed with which work is taken
}

// A held task was taken and is not answered as a whole.
type held struct {
	id      string
	message jetstream.Msg
	left    map[string]*assignment // not answered, by match
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

// Grace is how long a worker that is told to end plays on.
const Grace = 20 * time.Second

// Run takes and plays tasks until ctx ends. Then it takes nothing more, gives the
// running matches the grace time, hands back the others, and returns nil. It must
// be called once. An error is the pool's.
func (w *Worker) Run(ctx context.Context, pool dispatch.Pool, grace time.Duration) error {
	var err error
	if w.js, err = jetstream.New(w.Queue); err != nil {
		return err
	}
	if w.Find == nil {
		w.Find = games.Find
	}
	w.life, w.watch = w.Queue.NewInbox(), newStopwatch(time.Now)
	w.tasks, w.matches, w.watched = map[string]*held{}, map[string]*assignment{}, map[string]context.CancelFunc{}
	hard, abort := context.WithCancel(context.WithoutCancel(ctx))
	defer abort()
	w.hard = hard
	pool.Watch = w.Live.Watch
	hostBefore := pool.Host
	pool.HostNow = func() replay.Host { return w.host(hostBefore) }
	stop := context.AfterFunc(ctx, func() {
		w.close()
		time.AfterFunc(grace, abort)
	})
	defer stop()
	var beside sync.WaitGroup
	ended, end := context.WithCancel(hard)
	nudges := make(chan *nats.Msg, 1) // more than one at a time say nothing more
	nudging, err := w.Queue.ChanSubscribe(w.life, nudges)
	if err != nil {
		end()
		return err
	}
	defer func() { _ = nudging.Unsubscribe() }()
	beside.Go(func() { w.keepBeating(ended, nudges) })
	beside.Go(func() { w.tick(ended) })
	fetched := make(chan struct{})
	go func() { defer close(fetched); w.fetch(ended) }()
	err = pool.Run(hard, w)
	w.close()
	<-fetched
	w.handBack()
	end()
	beside.Wait()
	w.beat(context.WithoutCancel(ctx), true)
	w.Live.Shutdown()
	w.frames.Wait()
	if hard.Err() != nil {
		return nil // as was intended
	}
	return err
}

// host returns what records say of the machine: with its speed, and its load now.
func (w *Worker) host(h replay.Host) replay.Host {
	w.mu.Lock()
	defer w.mu.Unlock()
	h.Worker, h.Speed = w.Name, w.Machine.Speed
	if w.Measure {
		load := w.Machine.Load
		h.Load = &load
	}
	return h
}

// measureInterval is how often the speed of the machine is measured: its clock
// changes with its temperature, and a virtual one with its neighbours.
const measureInterval = 10 * time.Minute

// measure measures the machine.
func (w *Worker) measure() {
	if !w.Measure {
		return
	}
	load := runnable()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Machine.Load += (load - w.Machine.Load) / 5
	if len(w.matches) == 0 && (w.measured.IsZero() || time.Since(w.measured) > measureInterval) {
		w.Machine.Speed, w.measured = MeasureSpeed(), time.Now()
	}
	before := w.Machine.Waiting
	w.Machine.Waiting = w.Machine.reluctant(w.slowest, w.MaxLoad)
	if before == "" && w.Machine.Waiting != "" {
		w.Log.Warn("this worker takes no work", "why", w.Machine.Waiting)
	}
	w.changed.Broadcast()
}

// close lets the pool end after its running matches.
func (w *Worker) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closing = true
	w.changed.Broadcast()
}

// tick keeps the stopwatch looking.
func (w *Worker) tick(ctx context.Context) {
	ticker := time.NewTicker(stopLimit / 10)
	defer ticker.Stop()
	for ctx.Err() == nil {
		select {
		case <-ticker.C:
			w.watch.look()
		case <-ctx.Done():
		}
	}
}

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

// own returns the own of a work.
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

// settle forgets assignments that are answered or dropped, and acknowledges the tasks of
// which nothing is left.
func (w *Worker) settle(assignments ...*assignment) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, t := range assignments {
		delete(w.matches, t.key)
		delete(t.task.left, t.order.ID)
		if len(t.task.left) == 0 && w.tasks[t.task.id] == t.task {
			delete(w.tasks, t.task.id)
			if err := t.task.message.Ack(); err != nil {
				w.Log.Debug("acknowledge", "task", t.task.id, "error", err) // it comes again, and is not wanted then
			}
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
