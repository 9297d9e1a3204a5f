package dispatch

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/replay"
)

// An Affinity says which CPUs a worker and its bots share.
type Affinity string

// The affinities.
const (
	// Auto gives each worker a CPU that it shares with its bots. This makes a turn many
	// times faster than waking up another CPU. In games where all seats think at the
	// same time each bot has a CPU of its own, if there are enough. Then one bot's
	// thinking is not charged to another.
	Auto Affinity = "auto"
	// Shared puts a worker and its bots on one CPU in every game: right for
	// bots that answer at once.
	Shared Affinity = "shared"
	// Off pins nothing.
	Off Affinity = "off"
)

// A Pool plays work with a number of workers. The zero value plays with as
// many as the CPUs allow and pins them.
type Pool struct {
	Workers   int                // matches at the same time; 0: one for each CPU, or for each set of CPUs that a simultaneous game needs
	Affinity  Affinity           // "" is Auto
	Seats     int                // bots that think at the same time in the games played; 0 is 1
	Isolation *sandbox.Sandbox   // of the bots; nil for none
	Version   string             // of the program, for replays
	Host      replay.Host        // for replays; Pinned is filled in
	HostNow   func() replay.Host // when set, is asked for Host before each match
	Discard   bool               // write no replays
	// Watch, when set, returns another recorder for each match, or nil for none.
	Watch func(Work, referee.Match) referee.Recorder
	// Warn, when set, is told what an operator should know, though no match depends on
	// it. The machine starves matches, a bot cannot be ended, or the answers of a bot
	// are seen late again and again. It is called by one worker at a time.
	Warn func(error)
}

// Run plays until the source has no more work, and then returns nil; or until
// ctx ends, which aborts the running matches; or until an error stops it. All
// workers have ended when it returns. While more than a tenth of the matches is void,
// fewer workers play.
func (p Pool) Run(ctx context.Context, src Source) error {
	group, ctx := errgroup.WithContext(ctx)
	warner := &warner{warn: p.Warn}
	places := p.places()
	throttle := newThrottle(len(places), warner.pass)
	for number, cpus := range places {
		group.Go(func() error {
			defer throttle.end()
			w := newWorker(p, cpus, warner)
			w.number, w.throttle = number, throttle
			return w.run(ctx, src)
		})
	}
	return group.Wait()
}

// Size returns how many matches the pool plays at the same time.
func (p Pool) Size() int { return len(p.places()) }

// places returns for each worker the CPUs of its seats; none when it is not
// to be pinned.
func (p Pool) places() [][]int {
	cpus := process.CPUs()
	each := 1 // CPUs of a worker
	if p.Affinity != Shared {
		each = max(1, min(p.Seats, len(cpus)))
	}
	workers := p.Workers
	if workers <= 0 {
		workers = max(1, len(cpus)/each)
	}
	places := make([][]int, workers)
	if p.Affinity == Off || workers*each > len(cpus) && workers > 1 {
		return places // more workers than CPUs: the system schedules them better than we could
	}
	for i := range places {
		places[i] = cpus[i*each : (i+1)*each]
	}
	return places
}

// run plays until there is no more work, and returns when the worker's reports
// are safe.
func (w *worker) run(ctx context.Context, src Source) error {
	runtime.LockOSThread() // what the scheduler tells of a thread is to be that of one
	defer runtime.UnlockOSThread()
	if len(w.cpus) > 0 {
		if unpin, err := process.Pin(w.cpus[0]); err == nil {
			defer unpin()
		} else {
			w.cpus = nil // this system cannot: slower turns, the same matches
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	reports := newBatch(ctx, src, cancel)
	played := w.playAll(ctx, src, reports)
	if err := reports.flush(); err != nil {
		return err
	}
	return played
}

// playAll plays until there is no more work.
func (w *worker) playAll(ctx context.Context, src Source, reports *batch) error {
	for {
		reports.idle()
		if err := w.throttle.wait(ctx, w.number); err != nil {
			return err
		}
		work, ok, err := src.Next(ctx)
		if err != nil || !ok {
			return err
		}
		reports.busy()
		report, err := w.playUnlessAborted(ctx, work)
		switch {
		case err == nil:
			w.throttle.tell(false)
			w.warner.played(work)
			if err := reports.add(Played{work, report}); err != nil {
				return err
			}
		case ctx.Err() != nil:
			return ctx.Err()
		default:
			w.warner.failed(work, err)
			w.throttle.tell(IsVoid(err))
			if err := src.Failed(work, err); err != nil {
				return err
			}
		}
	}
}
