// Package analyst analyses stored matches on a server: one at a time, on a thread
// of the lowest priority, so that no tournament waits for it. It keeps what it has
// found out in a folder, and a second request goes on from there.
package analyst

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/analysis"
)

// A Store has the records.
type Store interface {
	// Replay returns the record of the match whose ID begins with prefix.
	Replay(ctx context.Context, prefix string) (*replay.Record, error)
}

// An Analyst analyses matches in the order in which they are requested. Fill in the
// exported fields, then call Run. It is safe for concurrent use.
type Analyst struct {
	Store Store
	Cache Cache
	Find  func(game string) (referee.Game, error)
	Judge func(rec *replay.Record, g referee.Game) (analysis.Judging, error)

	mu     sync.Mutex
	wake   chan struct{} // has an element when a job was added
	jobs   []*job        // the first one is running
	failed map[string]error
}

// A job is a match that waits or is analysed.
type job struct {
	match  string
	budget time.Duration
	share  float64
	cancel context.CancelFunc
}

// A State is how an analysis stands.
type State string

// The states.
const (
	None    State = "none"    // nothing is known
	Queued  State = "queued"  // it waits for others
	Running State = "running" // it goes on; what was known before is there
	Done    State = "done"
	Failed  State = "failed"
)

// A Status is the analysis of a match as far as it has got.
type Status struct {
	State  State
	Share  float64          // of the budget that is used, while it runs
	Why    string           // why it failed
	Report *analysis.Report // what is known; nil when that is nothing
}

// Limits of requests.
const (
	MostBudget = 10 * time.Minute
	mostJobs   = 100
)

// ErrBusy refuses a request when too many wait.
var ErrBusy = fmt.Errorf("%d matches wait to be analysed; retry later", mostJobs)

// Run analyses until ctx is done.
func (a *Analyst) Run(ctx context.Context) error {
	for {
		j, jobCtx, wake := a.next(ctx)
		if j == nil {
			select {
			case <-ctx.Done():
				return nil
			case <-wake:
			}
			continue
		}
		err := a.atLowPriority(func() error { return a.analyse(jobCtx, j) })
		j.cancel()
		a.finish(j, err)
	}
}

// next returns the first job with a context of its own, or nil and what tells of
// the next one.
func (a *Analyst) next(ctx context.Context) (*job, context.Context, <-chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.jobs) == 0 || ctx.Err() != nil {
		return nil, nil, a.woken()
	}
	jobCtx, cancel := context.WithCancel(ctx)
	a.jobs[0].cancel = cancel
	return a.jobs[0], jobCtx, nil
}

// woken returns the channel that tells of jobs. a.mu is held.
func (a *Analyst) woken() chan struct{} {
	if a.wake == nil {
		a.wake = make(chan struct{}, 1)
	}
	return a.wake
}

// atLowPriority runs f on a thread of its own, which ends with it.
func (a *Analyst) atLowPriority(f func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // and never unlocks: the thread ends with the goroutine
		lowerPriority()
		done <- f()
	}()
	return <-done
}

// analyse analyses the match of a job and stores the result.
func (a *Analyst) analyse(ctx context.Context, j *job) error {
	rec, key, g, judging, err := a.open(ctx, j.match)
	if err != nil {
		return err
	}
	_, notes := a.Cache.Load(key)
	report, notes, err := analysis.Analyse(ctx, j.match, rec, g, judging, analysis.Options{
		Seat: analysis.AllSeats, Time: j.budget, Workers: 1, Notes: notes,
		Progress: func(share float64) {
			a.mu.Lock()
			j.share = share
			a.mu.Unlock()
		},
	})
	if report == nil {
		return err
	}
	return errors.Join(err, a.Cache.Save(key, report, notes))
}

// open reads a match and finds its judge.
func (a *Analyst) open(ctx context.Context, match string) (*replay.Record, string, referee.Game, analysis.Judging, error) {
	rec, err := a.Store.Replay(ctx, match)
	if err != nil {
		return nil, "", nil, analysis.Judging{}, err
	}
	g, err := a.Find(rec.Header.Game)
	if err != nil {
		return nil, "", nil, analysis.Judging{}, err
	}
	judging, err := a.Judge(rec, g)
	if err != nil {
		return nil, "", nil, analysis.Judging{}, err
	}
	key, err := analysis.Key(rec, judging)
	return rec, key, g, judging, err
}

// finish takes the job off the queue.
func (a *Analyst) finish(j *job, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.remove(j)
	if err != nil && !errors.Is(err, context.Canceled) {
		if len(a.failed) == 0 || len(a.failed) >= mostJobs { // the old ones are forgotten
			a.failed = map[string]error{}
		}
		a.failed[j.match] = err
	}
}

// remove takes a job off the queue. a.mu is held.
func (a *Analyst) remove(j *job) {
	a.jobs = slices.DeleteFunc(a.jobs, func(other *job) bool { return other == j })
}

// find returns the job of a match and its place, or nil. a.mu is held.
func (a *Analyst) find(match string) (*job, int) {
	i := slices.IndexFunc(a.jobs, func(j *job) bool { return j.match == match })
	if i < 0 {
		return nil, -1
	}
	return a.jobs[i], i
}

// Request has a match analysed for so long, after those before it. A match that
// waits or is analysed already stays as it is.
func (a *Analyst) Request(ctx context.Context, match string, budget time.Duration) error {
	if _, _, _, _, err := a.open(ctx, match); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.failed, match)
	if j, _ := a.find(match); j != nil {
		return nil
	}
	if len(a.jobs) >= mostJobs {
		return ErrBusy
	}
	a.jobs = append(a.jobs, &job{match: match, budget: min(budget, MostBudget)})
	select {
	case a.woken() <- struct{}{}:
	default:
	}
	return nil
}

// Cancel ends the analysis of a match; what it has found out is kept.
func (a *Analyst) Cancel(match string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch j, _ := a.find(match); {
	case j == nil:
	case j.cancel != nil:
		j.cancel()
	default:
		a.remove(j)
	}
}

// Status tells how the analysis of a match stands, and what is known.
func (a *Analyst) Status(ctx context.Context, match string) (Status, error) {
	_, key, _, _, err := a.open(ctx, match)
	if errors.Is(err, analysis.ErrNoJudge) {
		return Status{State: Failed, Why: err.Error()}, nil
	}
	if err != nil {
		return Status{}, err
	}
	report, _ := a.Cache.Load(key)
	if report != nil {
		report.Match = match // it may have been played more than once
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	s := Status{State: None, Report: report}
	j, place := a.find(match)
	failed := a.failed[match]
	switch {
	case j != nil && place == 0 && j.cancel != nil:
		s.State, s.Share = Running, j.share
	case j != nil:
		s.State = Queued
	case failed != nil:
		s.State, s.Why = Failed, failed.Error()
	case report != nil:
		s.State = Done
	}
	return s, nil
}
