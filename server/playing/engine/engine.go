// Package engine plays one tournament: what a format or an experiment wants next,
// what other tournaments have played already, what the machine could not play, and
// when there is enough. A Playing is a dispatch.Source; who runs it, a command or a
// server that multiplexes many, decides on workers and states. The package knows
// nothing of SQL, HTTP or files.
package engine

import (
	"context"
	"iter"
	"sync"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// An Entry is a tournament to be played.
type Entry struct {
	Definition league.Tournament
	Game       referee.Game
	Contenders map[string]dispatch.Contender // by bot ID
	// Experiment chooses the matches and ends the tournament; nil: its format does.
	Experiment league.Experiment
	// Reuse counts what other tournaments have played of it, which a solo game
	// allows: a result there is of one bot alone.
	Reuse bool
	// LeftOut plays what earlier runs left out once more, when nothing else is left to
	// play. Only where the format is fixed: others went on by what was left out.
	LeftOut bool
	// After, when set, is what was seen of the tournament when its series was shorter, to
	// the end: all its rounds are complete. Open takes it over and reads no history, so
	// that a round of a long series costs no more than one of a short one.
	After *Seen
	// Observe, when set, is called with what happens, one event at a time and after
	// it has been counted; with matches of earlier runs, too, which may come while
	// Open runs and after it.
	Observe func(Event)
	// Pause is as in dispatch.TournamentEntry.
	Pause time.Duration
	// Wake, when set, is called when Poll may have work that it did not have before,
	// or Drained have become true. It must not wait.
	Wake func()
}

// A Playing is a tournament that is being played. Its TournamentSource hands out the matches
// and takes the reports, and Seen has the results.
type Playing struct {
	*dispatch.TournamentSource
	*Seen
	entry  Entry
	own    int                // matches of earlier runs
	reused int                // of other tournaments
	first  int                // round that is not known to be complete; of an experiment
	read   chan struct{}      // closed when the history has been read
	failed error              // of the reading; set before read is closed
	cancel context.CancelFunc // of the reading

	observing sync.Mutex
}

// Open returns a tournament with what is left to play of it. Close it. For an experiment, Open
// first reads the matches of earlier runs. For a format they are read in the background, so
// that the first match does not wait for a long history.
func Open(ctx context.Context, store league.MatchStore, e Entry) (*Playing, error) {
	if e.After != nil {
		return openAfter(ctx, store, e)
	}
	known := store.Outcomes
	if e.Experiment != nil || e.Definition.Format.Fixed() { // neither chooses by them
		known = store.PlayedIDs
	}
	outcomes, err := known(ctx, e.Definition.ID)
	if err != nil {
		return nil, err
	}
	p := &Playing{Seen: NewSeen(e.Definition, e.Experiment), entry: e, own: len(outcomes), first: 1, read: make(chan struct{})}
	past, err := read(ctx, store, e)
	if err != nil {
		return nil, err
	}
	for _, m := range past.reused {
		outcomes[m.Pairing().ID(e.Definition.ID)] = m.Outcome
	}
	p.reused = len(outcomes) - p.own
	past.forget(outcomes)
	if e.LeftOut {
		past.putOff()
	}
	p.TournamentSource = dispatch.NewTournamentSource(p.source(store, past.voids), outcomes)
	if e.Experiment == nil { // ctx is that of the caller's call
		ctx = context.WithoutCancel(ctx)
	}
	ctx, p.cancel = context.WithCancel(ctx)
	count := func() {
		defer close(p.read)
		p.failed = past.each(ctx, store, e.Definition.ID, p.happened)
	}
	if e.Experiment == nil {
		go count()
		return p, nil
	}
	if count(); p.failed != nil {
		p.Close()
		return nil, p.failed
	}
	p.stopIfEnough()
	return p, nil
}

// openAfter is Open for a series of which all rounds but the new ones have been seen.
func openAfter(ctx context.Context, store league.MatchStore, e Entry) (*Playing, error) {
	voids, err := store.Voids(ctx, e.Definition.ID)
	if err != nil {
		return nil, err
	}
	e.After.Extend(e.Definition, e.Experiment)
	p := &Playing{Seen: e.After, entry: e, read: make(chan struct{}), cancel: func() {}}
	p.own, _ = p.Matches()
	p.Look(func(_ *league.Table, seen *league.Evidence) { p.first = seen.Next() })
	close(p.read)
	p.TournamentSource = dispatch.NewTournamentSource(p.source(store, voids), map[string]league.Outcome{})
	return p, nil
}

// source returns the entry of the source of matches.
func (p *Playing) source(store league.MatchStore, voids []league.Void) dispatch.TournamentEntry {
	e := dispatch.TournamentEntry{
		Definition: p.entry.Definition, Game: p.entry.Game, Contenders: p.entry.Contenders,
		Position: lastKept(store.PositionText),
		Save:     store.SaveReports,
		Observe:  func(r league.Report) { p.happened(Event{Match: r.Match()}); p.stopIfEnough() },
		Void: func(v league.Void) {
			p.happened(Event{Match: league.Match{Seats: v.Pairing.Seats, Start: v.Pairing.Start}, LeftOut: v.LeftOut, PutOff: v.PutOff})
			p.stopIfEnough()
		},
		Waits: p.entry.Definition.Format.Fixed(), Pause: p.entry.Pause,
		Voids: voids, SaveVoid: store.SaveVoid, Wake: p.entry.Wake,
	}
	if p.entry.Experiment != nil {
		e.Pairings, e.Waits = p.pairings, p.entry.Experiment.Waits()
	}
	return e
}

// lastKept returns a function that reads a position once for the matches on it,
// which follow one another.
func lastKept(read func(ctx context.Context, digest string) ([]byte, error)) func(digest string) ([]byte, error) {
	var last string
	var text []byte
	return func(digest string) ([]byte, error) {
		if digest == last {
			return text, nil
		}
		found, err := read(context.Background(), digest)
		if err == nil {
			last, text = digest, found
		}
		return found, err
	}
}

// pairings are those that the experiment wants: round by round, as far as the
// results allow.
func (p *Playing) pairings() iter.Seq[league.Pairing] {
	return func(yield func(league.Pairing) bool) {
		for round := p.first; ; round++ {
			some, ok := p.round(round)
			if !ok {
				return
			}
			for pairing := range some {
				if !yield(pairing) {
					return
				}
			}
		}
	}
}

// round returns the pairings of a round, if there is one by now.
func (p *Playing) round(n int) (pairings iter.Seq[league.Pairing], ok bool) {
	p.Look(func(_ *league.Table, seen *league.Evidence) { pairings, ok = seen.Round(p.entry.Experiment, n) })
	return pairings, ok
}

// happened counts an event and passes it on.
func (p *Playing) happened(e Event) {
	p.observing.Lock()
	defer p.observing.Unlock()
	p.Add(e)
	if p.entry.Observe != nil {
		p.entry.Observe(e)
	}
}

func (p *Playing) stopIfEnough() {
	if p.Enough() {
		p.Stop()
	}
}

// Earlier returns how many matches of earlier runs there are, and how many results
// of other tournaments count.
func (p *Playing) Earlier() (own, reused int) { return p.own, p.reused }

// Counted waits until the matches of earlier runs are counted.
func (p *Playing) Counted() error {
	<-p.read
	return p.failed
}

// Counting reports whether matches of earlier runs are still being counted.
func (p *Playing) Counting() bool {
	select {
	case <-p.read:
		return false
	default:
		return true
	}
}

// Close hands out no more matches, and waits until neither the schedule is followed
// nor the history read any more.
func (p *Playing) Close() {
	p.TournamentSource.Close()
	p.cancel()
	<-p.read
}

// Read returns what is known of a tournament without playing it. It needs only the definition,
// the game, the experiment and Reuse of the entry.
func Read(ctx context.Context, store league.MatchStore, e Entry) (*Seen, error) {
	past, err := read(ctx, store, e)
	if err != nil {
		return nil, err
	}
	seen := NewSeen(e.Definition, e.Experiment)
	return seen, past.each(ctx, store, e.Definition.ID, seen.Add)
}

// A past is what has happened in a tournament before it is opened.
type past struct {
	until  league.Mark
	reused []league.Match
	voids  []league.Void
}

// read reads all of the past but the matches.
func read(ctx context.Context, store league.MatchStore, e Entry) (p past, err error) {
	if p.until, err = store.Mark(ctx); err != nil {
		return p, err
	}
	if p.voids, err = store.Voids(ctx, e.Definition.ID); err != nil || !e.Reuse {
		return p, err
	}
	p.reused, err = store.SoloResults(ctx, e.Definition, e.Game.Info().Rules)
	return p, err
}

// forget forgets that matches were left out that have been played since.
func (p past) forget(played map[string]league.Outcome) {
	for i := range p.voids {
		if _, ok := played[p.voids[i].ID]; ok {
			p.voids[i].LeftOut = false
		}
	}
}

// putOff takes what was left out for put off.
func (p past) putOff() {
	for i := range p.voids {
		if v := &p.voids[i]; v.LeftOut {
			v.LeftOut, v.PutOff = false, true
		}
	}
}

// each calls do with everything that has happened. What was put off comes first, since
// it may have been played then, and what was left out last.
func (p past) each(ctx context.Context, store league.MatchStore, tournament string, do func(Event)) error {
	for _, v := range p.voids {
		if v.PutOff {
			do(Event{Match: league.Match{Start: v.Pairing.Start}, Earlier: true, PutOff: true})
		}
	}
	for _, m := range p.reused {
		do(Event{Match: m, Earlier: true})
	}
	if err := store.EachMatchUntil(ctx, tournament, p.until, func(m league.Match) { do(Event{Match: m, Earlier: true}) }); err != nil {
		return err
	}
	for _, v := range p.voids {
		if v.LeftOut {
			do(Event{Match: league.Match{Start: v.Pairing.Start}, Earlier: true, LeftOut: true})
		}
	}
	return nil
}
