package dispatch

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/cond"
)

// A TournamentSource is the Source of one tournament's matches: those that its
// schedule chooses and that have no report. Make one with NewTournament.
//
// A match is ready, then running, and then reported, or failed and ready again;
// or it was void and is postponed, then put off to the end, until its pairing is left
// out.
// The schedule is a loop, which the prefetch follows in a goroutine of its own.
type TournamentSource struct {
	entry     TournamentEntry
	results   results
	chosen    map[string]bool // matches that the schedule has chosen; belongs to the prefetch
	following sync.WaitGroup  // the goroutine that follows the schedule

	observing sync.Mutex // held while Observe or Void runs, which may call Stop

	// mu is held for moments only: never while the schedule is followed, a
	// function of the entry runs, or results are locked. Only observing is ever
	// held when it is taken.
	mu       sync.Mutex
	changed  cond.Var // of all that follows
	prefetch prefetch
	running  int            // matches that were handed out, not reported and not failed
	reports  int            // counts those that came in
	again    []Work         // matches that the machine failed to play
	failures map[string]int // how often, by match
	broken   int            // matches in a row that the game's own referee failed to play
	stopped  bool

	handed    int             // matches that were handed out so far
	postponed []postponed     // void matches, in order
	late      []late          // matches that were put off, by when they are due
	alarm     *time.Timer     // goes off when one of them is due; nil before it is needed
	wasPutOff map[string]bool // matches of earlier runs that were put off
	voided    map[string]int  // how often, by match
	voids     league.Voids
}

// A TournamentEntry is what a TournamentSource needs to hand out work.
type TournamentEntry struct {
	Definition league.Tournament
	Game       referee.Game
	Contenders map[string]Contender // by bot ID
	// Pairings, when set, are played in place of those that the format of the
	// definition chooses; where they end for now, more results may bring more.
	Pairings func() iter.Seq[league.Pairing]
	// Position returns the text of an explicit start position. It is called from
	// one goroutine at a time, up to some thirty matches ahead.
	Position func(digest string) ([]byte, error)
	// Save keeps reports. It returns when they are safe. Only Played calls it.
	Save func(context.Context, []league.Report) error
	// Observe, when set, is called with each report after it has been saved, one
	// at a time. It may call Stop.
	Observe func(league.Report)
	// Void, when set, is called with each pairing that is left out or put off because
	// its match was void again and again, one at a time and not beside Observe. It may
	// call Stop.
	Void func(league.Void)
	// Waits puts such a match off before it is left out. No pairing may depend on its
	// result then.
	Waits bool
	// Pause is how long a match that was put off waits before it is played again the
	// first time, when nothing else is left to play; 0: a second. Each further pause
	// is twice as long.
	Pause time.Duration
	// Voids are the void matches of earlier runs.
	Voids []league.Void
	// SaveVoid, when set, keeps how often a match was void. Its error stops the
	// tournament.
	SaveVoid func(context.Context, league.Void) error
	// Wake, when set, is called when the schedule has moved on: Poll may have
	// work that it did not have before, or Drained have become true. It must not
	// wait.
	Wake func()
}

// maxBroken is how many matches in a row a referee of its own may fail to play before the
// tournament stops, whichever matches these are.
const maxBroken = 3

// isBroken reports whether the referee of a game failed at a match: an error in the chain has
// a method Broken that returns true.
func isBroken(err error) bool {
	var b interface{ Broken() bool }
	return errors.As(err, &b) && b.Broken()
}

// fixed reports whether results choose no pairings.
func (e *TournamentEntry) fixed() bool { return e.Pairings == nil && e.Definition.Format.Fixed() }

// maxFailures is how often the machine may fail at one match before the
// tournament stops: something is wrong that trying again will not mend.
const maxFailures = 3

// NewTournamentSource returns the source of what is left to play, given the outcomes
// so far. It takes the outcomes over.
func NewTournamentSource(e TournamentEntry, outcomes map[string]league.Outcome) *TournamentSource {
	t := &TournamentSource{entry: e, results: results{outcomes: outcomes}, chosen: map[string]bool{}, failures: map[string]int{}, wasPutOff: map[string]bool{}, voided: map[string]int{}}
	t.resumeVoids(e.Voids)
	return t
}

// Prefetch starts to follow the schedule, so that the first matches are ready when a worker
// asks. Without it the first call of Next does so.
func (t *TournamentSource) Prefetch() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.refill()
}

// Stop hands out no more work and does not wait. Matches that are running are
// finished. It must be called once a TournamentSource is done with, and may be called
// again.
func (t *TournamentSource) Stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	if t.alarm != nil {
		t.alarm.Stop()
	}
	t.changed.Broadcast()
}

// Close calls Stop, and waits until nothing follows the schedule any more.
func (t *TournamentSource) Close() {
	t.Stop()
	t.following.Wait()
}

// Done reports whether every match of the tournament has been played or left out.
func (t *TournamentSource) Done() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.done()
}

func (t *TournamentSource) done() bool {
	return t.running == 0 && len(t.again) == 0 && len(t.postponed) == 0 && len(t.late) == 0 && t.prefetch.atEnd(t.entry.fixed(), t.reports)
}

// Drained reports whether no match is running and none will: the tournament is
// done or stopped.
func (t *TournamentSource) Drained() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.running == 0 && t.stopped || t.done()
}

// Next implements Source.
func (t *TournamentSource) Next(ctx context.Context) (w Work, ok bool, err error) {
	waiting := t.changed.Wait(ctx, &t.mu, func() bool {
		w, ok, err = t.poll()
		return ok || err != nil || t.stopped || t.done()
	})
	if waiting != nil {
		return Work{}, false, waiting
	}
	return w, ok, err
}

// Poll is Next that does not wait: ok is false if there is no work now. There may be work
// later, unless the source is Drained.
func (t *TournamentSource) Poll() (w Work, ok bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.poll()
}

func (t *TournamentSource) poll() (w Work, ok bool, err error) {
	switch n := len(t.again); {
	case t.stopped:
		return Work{}, false, nil
	case n > 0:
		w, t.again = t.again[n-1], t.again[:n-1]
	case len(t.postponed) > 0 && t.handed >= t.postponed[0].until:
		w = t.takePostponed()
	case len(t.prefetch.ready) > 0:
		w = t.prefetch.take()
		if len(t.prefetch.ready) == prefetched {
			t.changed.Broadcast() // there is room
		}
	case len(t.postponed) > 0:
		w = t.takePostponed() // there is nothing else to play meanwhile
	default:
		t.refill()
		if w, ok = t.takeLate(time.Now()); !ok {
			return Work{}, false, t.prefetch.err
		}
	}
	t.handed++
	t.running++
	return w, true, nil
}

// wake calls Wake, if there is one; t.mu is not held.
func (t *TournamentSource) wake() {
	if t.entry.Wake != nil {
		t.entry.Wake()
	}
}

// Played implements Source.
func (t *TournamentSource) Played(ctx context.Context, matches []Played) error {
	reports := make([]league.Report, len(matches))
	for i, m := range matches {
		reports[i] = m.Report
	}
	if err := t.entry.Save(ctx, reports); err != nil {
		return err
	}
	t.Saved(matches)
	return nil
}

// Saved is Played for matches whose reports are safe already.
func (t *TournamentSource) Saved(matches []Played) {
	for _, m := range matches {
		t.results.add(m.Report.ID, m.Report.Outcome())
		t.observe(m.Report)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.broken = 0
	t.running -= len(matches)
	t.reports += len(matches)
	t.refill()
	t.changed.Broadcast()
}

func (t *TournamentSource) observe(r league.Report) {
	if t.entry.Observe == nil {
		return
	}
	t.observing.Lock()
	defer t.observing.Unlock()
	t.entry.Observe(r)
}

// Failed implements Source.
func (t *TournamentSource) Failed(w Work, err error) error {
	if IsVoid(err) {
		return t.void(w)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	t.failures[w.Job.ID]++
	var spec *process.SpecError
	if isBroken(err) {
		t.broken++
	}
	if errors.As(err, &spec) || t.failures[w.Job.ID] == maxFailures || t.broken == maxBroken {
		t.stopped = true
		t.changed.Broadcast()
		return fmt.Errorf("match %s on %s: %w", w.Job.ID, w.Job.Pairing.Start, err)
	}
	t.again = append(t.again, w)
	t.changed.Broadcast()
	return nil
}
