// Package analyst keeps analyses and runs them on a server. A Cache is a folder of
// findings, from which another analysis goes on. The command line uses it as well. An
// Analyst has a queue of stored matches and analyses one at a time, on a thread of
// the lowest priority, so that no tournament waits for it. How positions are judged
// is for package analysis and the games' judges.
package analyst

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/playing/cond"
	"arbiter/server/study/analysis"
)

// An Analyst analyses matches in the order in which they are requested, those of different
// owners in turns. Fill in the exported fields, then call Run. It is safe for concurrent use.
type Analyst struct {
	Replay func(ctx context.Context, match string) (*replay.Record, error) // of a stored match
	Cache  Cache
	Find   func(game string) (referee.Game, error)
	Judge  func(rec *replay.Record, g referee.Game) (judge.Judging, error)

	mu      sync.Mutex
	changed cond.Var // jobs
	jobs    []*job   // the first one is running
	failed  map[string]error
	trials  []*trial // the latest last
}

// A job is a match that waits or is analysed, or a question about one.
type job struct {
	match    string
	owner    string // who has asked for it; "" is nobody
	trial    *trial // nil: the match is analysed
	budget   time.Duration
	share    float64   // of the budget that is used, as the analysis said last
	began    time.Time // set when it runs, with cancel
	cancel   context.CancelFunc
	spare    bool  // nobody has asked for it: it makes room for what somebody asks for
	unwanted bool  // a person has ended it
	ended    bool  // before its time, while it ran
	err      error // of one that has ended
}

// used returns the used share of the budget. An analysis that waits for the processor says
// nothing for a while, but its time goes on.
func (j *job) used() float64 {
	if j.cancel == nil {
		return 0
	}
	return min(1, max(j.share, float64(time.Since(j.began))/float64(j.budget)))
}

// left returns how long the job takes at most from now on.
func (j *job) left() time.Duration { return time.Duration((1 - j.used()) * float64(j.budget)) }

// progress returns how a job stands that is not over. a.mu is held.
func (a *Analyst) progress(of *job) (s State, share float64, left time.Duration) {
	for _, j := range a.jobs {
		left += j.left()
		if j == of {
			break
		}
	}
	if of.cancel == nil {
		return Queued, 0, left
	}
	return Running, of.used(), left
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
	Share  float64            // of the budget that is used, while it runs
	Left   time.Duration      // until it is done, at most; those before it included
	Why    string             // why it failed
	Report *analysis.Analysis // what is known; nil when that is nothing
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
		j, jobCtx := a.next(ctx)
		if j == nil {
			return nil
		}
		err := atLowPriority(func() error {
			if j.trial != nil {
				return a.try(jobCtx, j)
			}
			return a.analyse(jobCtx, j)
		})
		j.cancel()
		a.finish(j, err)
	}
}

// next waits for the first job and returns it with a context of its own, or nil
// when ctx is done.
func (a *Analyst) next(ctx context.Context) (j *job, jobCtx context.Context) {
	_ = a.changed.Wait(ctx, &a.mu, func() bool { // ctx's error: there is no job then
		if len(a.jobs) == 0 || ctx.Err() != nil {
			return false
		}
		j = a.jobs[0]
		jobCtx, j.cancel = context.WithCancel(ctx)
		j.began = time.Now()
		return true
	})
	return j, jobCtx
}

// atLowPriority runs f on a thread of its own, which ends with it.
func atLowPriority(f func() error) error {
	done := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // and never unlocks: the thread ends with the goroutine
		lowerPriority()
		done <- f()
	}()
	return <-done
}

// analyse analyses the match of a job.
func (a *Analyst) analyse(ctx context.Context, j *job) error {
	rec, g, judging, err := a.open(ctx, j.match)
	if err != nil {
		return err
	}
	_, err = a.Cache.Analyse(ctx, j.match, rec, g, judging, analysis.Options{
		Seat: analysis.AllSeats, Time: j.budget, Workers: 1,
		Progress: a.said(j),
	})
	return err
}

// said returns what takes the used share of a job's budget.
func (a *Analyst) said(j *job) func(share float64) {
	return func(share float64) {
		a.mu.Lock()
		j.share = share
		a.mu.Unlock()
	}
}

// open reads a match and finds its game and judge.
func (a *Analyst) open(ctx context.Context, match string) (*replay.Record, referee.Game, judge.Judging, error) {
	rec, err := a.Replay(ctx, match)
	if err != nil {
		return nil, nil, judge.Judging{}, err
	}
	g, err := a.Find(rec.Header.Game)
	if err != nil {
		return nil, nil, judge.Judging{}, err
	}
	judging, err := a.Judge(rec, g)
	return rec, g, judging, err
}

// finish takes the job off the queue.
func (a *Analyst) finish(j *job, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.remove(j)
	j.err = err
	if j.trial != nil {
		j.trial.end(err)
		return
	}
	if err != nil && !j.spare && !errors.Is(err, context.Canceled) {
		if len(a.failed) == 0 || len(a.failed) >= mostJobs { // the old ones are forgotten
			a.failed = map[string]error{}
		}
		a.failed[j.match] = err
	}
}

// remove takes a job off the queue. a.mu is held.
func (a *Analyst) remove(j *job) {
	a.jobs = slices.DeleteFunc(a.jobs, func(other *job) bool { return other == j })
	a.changed.Broadcast()
}

// find returns the job that analyses a match, or nil: one that somebody has asked for, else
// one that nobody has. a.mu is held.
func (a *Analyst) find(match string) *job {
	if j := a.asked(match); j != nil {
		return j
	}
	return a.job(func(j *job) bool { return j.spare && j.match == match })
}

// asked returns the job that analyses a match because somebody has asked for it, or nil.
// a.mu is held.
func (a *Analyst) asked(match string) *job {
	return a.job(func(j *job) bool { return j.trial == nil && !j.spare && j.match == match })
}

// job returns the first job that is meant, or nil. a.mu is held.
func (a *Analyst) job(meant func(j *job) bool) *job {
	i := slices.IndexFunc(a.jobs, meant)
	if i < 0 {
		return nil
	}
	return a.jobs[i]
}

// Request queues the analysis of a match, which may take as long as budget. A match that waits
// or is being analysed stays as it is. The error is ErrBusy if too many wait.
func (a *Analyst) Request(ctx context.Context, match string, budget time.Duration) error {
	if _, _, _, err := a.open(ctx, match); err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.failed, match)
	if a.asked(match) != nil {
		return nil
	}
	return a.add(&job{match: match, owner: ownerOf(ctx), budget: min(budget, MostBudget)})
}

// add adds a job to the queue, and ends one that nobody has asked for. a.mu is held.
func (a *Analyst) add(j *job) error {
	if err := a.room(j.owner); err != nil {
		return err
	}
	a.end(a.job(func(j *job) bool { return j.spare }))
	a.insert(j)
	a.changed.Broadcast()
	return nil
}

// Cancel ends the analysis of a match; what it has found out is kept.
func (a *Analyst) Cancel(match string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if j := a.find(match); j != nil {
		j.unwanted = true
		a.end(j)
	}
}

// end ends a job, if it is one. a.mu is held.
func (a *Analyst) end(j *job) {
	switch {
	case j == nil:
	case j.cancel != nil:
		j.ended = true
		j.cancel()
	default:
		a.remove(j)
	}
}

// Status returns how the analysis of a match stands, with what is known.
func (a *Analyst) Status(ctx context.Context, match string) (Status, error) {
	rec, _, judging, err := a.open(ctx, match)
	if errors.Is(err, judge.ErrNone) {
		return Status{State: Failed, Why: err.Error()}, nil
	}
	if err != nil {
		return Status{}, err
	}
	report, err := a.Cache.Known(rec, judging)
	if err != nil {
		return Status{}, err
	}
	if report != nil {
		report.Match = match // it may have been played more than once
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	s := Status{State: None, Report: report}
	j, failed := a.find(match), a.failed[match]
	switch {
	case j != nil:
		s.State, s.Share, s.Left = a.progress(j)
	case failed != nil:
		s.State, s.Why = Failed, failed.Error()
	case report != nil:
		s.State = Done
	}
	return s, nil
}

// Known returns what is known of a record. It returns nil if nothing is known, or if
// the game has no judge.
func (a *Analyst) Known(rec *replay.Record, g referee.Game) (*analysis.Analysis, error) {
	judging, err := a.Judge(rec, g)
	if errors.Is(err, judge.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return a.Cache.Known(rec, judging)
}
