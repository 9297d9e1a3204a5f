package dispatch

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/server/league"
)

// A Tournament is the Source of one tournament's matches: those its schedule
// chooses and no report is there of. Make one with NewTournament.
type Tournament struct {
	entry TournamentEntry

	results results

	observing sync.Mutex // held while Observe runs, which may call Stop

	mu       sync.Mutex
	walk     *walk           // nil between two walks
	handed   map[string]bool // matches that were handed out
	running  int             // of these, not reported and not failed
	again    []Work          // matches that the machine failed to play
	failures map[string]int  // how often, by match
	stopped  bool
	done     bool
	changed  chan struct{} // closed when something of the above changes
}

// A TournamentEntry is what a Tournament needs to hand out work.
type TournamentEntry struct {
	Definition league.Tournament
	Game       referee.Game
	Contenders map[string]Contender // by bot ID
	// Position returns the text of an explicit start position.
	Position func(digest string) ([]byte, error)
	// Save keeps reports. It returns when they are safe.
	Save func(context.Context, []league.Report) error
	// Observe, when set, is told each report after it has been kept, one at a
	// time. It may call Stop.
	Observe func(league.Report)
}

// maxFailures is how often the machine may fail at one match before the
// tournament stops: something is wrong that trying again will not mend.
const maxFailures = 3

// NewTournament returns the source of what is left to play, given the outcomes
// so far. It takes the outcomes over.
func NewTournament(e TournamentEntry, outcomes map[string]league.Outcome) *Tournament {
	return &Tournament{
		entry: e, results: results{outcomes: outcomes},
		handed: map[string]bool{}, failures: map[string]int{}, changed: make(chan struct{}),
	}
}

// Stop hands out no more work. Matches that are running are finished. It must
// be called once a Tournament is done with, and may be called again.
func (t *Tournament) Stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stopped = true
	t.endWalk()
	t.notify()
}

// Done reports whether every match of the tournament has been played.
func (t *Tournament) Done() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.done
}

func (t *Tournament) endWalk() {
	if t.walk != nil {
		t.walk.end()
		t.walk = nil
	}
}

// notify wakes up everybody who waits in Next.
func (t *Tournament) notify() {
	close(t.changed)
	t.changed = make(chan struct{})
}

// Next implements Source.
func (t *Tournament) Next(ctx context.Context) (Work, bool, error) {
	for {
		w, ok, changed, err := t.try()
		if ok || err != nil || changed == nil {
			return w, ok, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Work{}, false, ctx.Err()
		}
	}
}

// try returns work, or a channel to wait for when there may be some later.
func (t *Tournament) try() (w Work, ok bool, changed <-chan struct{}, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stopped {
		return Work{}, false, nil, nil
	}
	if n := len(t.again); n > 0 {
		w, t.again = t.again[n-1], t.again[:n-1]
		t.running++
		return w, true, nil, nil
	}
	if pairing, ok := t.pull(); ok {
		w, err := t.work(pairing)
		if err != nil {
			return Work{}, false, nil, err
		}
		t.handed[w.Job.ID] = true
		t.running++
		return w, true, nil, nil
	}
	if t.running > 0 {
		return Work{}, false, t.changed, nil
	}
	t.done = true
	return Work{}, false, nil, nil
}

// pull returns the next pairing that has to be played. When the walk has come
// to its end, matches that were reported since may have opened more of it.
func (t *Tournament) pull() (league.Pairing, bool) {
	fresh := t.walk == nil
	if fresh {
		t.walk = startWalk(t.entry.Definition, &t.results)
	}
	for {
		p, ok := t.walk.next()
		if !ok {
			break
		}
		// A later walk meets again what is running, or has just been reported.
		if !t.handed[p.ID(t.entry.Definition.ID)] {
			return p, true
		}
	}
	if t.entry.Definition.Format.Fixed() {
		return league.Pairing{}, false // and it stays at its end
	}
	t.endWalk()
	if !fresh {
		return t.pull()
	}
	return league.Pairing{}, false
}

// work makes work of a pairing.
func (t *Tournament) work(p league.Pairing) (Work, error) {
	d := &t.entry.Definition
	w := Work{
		Job:    league.Job{ID: p.ID(d.ID), Tournament: d.ID, Pairing: p},
		Game:   t.entry.Game,
		Setup:  referee.Setup{Seed: p.Start.Seed},
		Limits: d.Limits,
	}
	for _, id := range p.Seats {
		c, ok := t.entry.Contenders[id]
		if !ok {
			return Work{}, fmt.Errorf("tournament %s: bot %s is not among the contenders", d.ID, id)
		}
		w.Contenders = append(w.Contenders, c)
	}
	if p.Start.Position != "" {
		text, err := t.entry.Position(p.Start.Position)
		if err != nil {
			return Work{}, fmt.Errorf("tournament %s: start %s: %w", d.ID, p.Start, err)
		}
		w.Setup.Position = text
	}
	return w, nil
}

// Played implements Source.
func (t *Tournament) Played(ctx context.Context, matches []Played) error {
	reports := make([]league.Report, len(matches))
	for i, m := range matches {
		reports[i] = m.Report
	}
	if err := t.entry.Save(ctx, reports); err != nil {
		return err
	}
	for _, r := range reports {
		t.results.add(r.ID, r.Outcome())
		t.observe(r)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running -= len(matches)
	t.notify()
	return nil
}

func (t *Tournament) observe(r league.Report) {
	if t.entry.Observe == nil {
		return
	}
	t.observing.Lock()
	defer t.observing.Unlock()
	t.entry.Observe(r)
}

// Failed implements Source.
func (t *Tournament) Failed(w Work, err error) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	t.failures[w.Job.ID]++
	var spec *process.SpecError
	if errors.As(err, &spec) || t.failures[w.Job.ID] == maxFailures {
		t.stopped = true
		t.notify()
		return fmt.Errorf("match %s on %s: %w", w.Job.ID, w.Job.Pairing.Start, err)
	}
	t.again = append(t.again, w)
	t.notify()
	return nil
}
