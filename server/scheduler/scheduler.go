// Package scheduler decides what the server plays next. It is the
// dispatch.Source of the server's pool: single matches first, then the running
// tournaments in turn, then endless ladders. What a tournament is doing is
// kept in the database, so that a server that starts again goes on with it.
package scheduler

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"arbiter/server/botstore"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/live"
	"arbiter/server/resolve"
)

// A Scheduler keeps a pool busy. Its exported fields are set before Run.
type Scheduler struct {
	Store    Store
	Resolver resolve.Resolver
	BotStore botstore.Store    // copies of the entered bots
	Live     *live.Broadcaster // streams the running matches
	Pool     dispatch.Pool     // without Watch, which is Live.Watch
	Tell     func(Event)       // is told what happens; it must not wait
	KeepLast int               // how many replays of the same bots in the same seats are kept beside faults and upsets; 0: all
	Log      *slog.Logger

	mu      sync.Mutex
	runs    map[string]*run     // tournaments that are running, by ID
	singles []dispatch.Work     // waiting, in order
	known   map[string]*Single  // single matches of this server's life that have no result yet, by match
	playing map[string]*playing // by match
	served  int                 // works handed out
	stopped bool
	changed chan struct{} // closed when something of the above changes
	feeders sync.WaitGroup

	shelving sync.RWMutex // held for reading until the tournament that needs a new copy is kept
}

// A playing is a match that runs.
type playing struct {
	run   *run // nil for a single match
	work  dispatch.Work
	since time.Time
}

// Grace is how long a shutdown waits for the running matches before it breaks
// them off; they are played again.
const Grace = 20 * time.Second

// Run goes on with the tournaments that were running and plays until ctx is
// done. Then it hands out nothing more, gives the running matches the grace
// time, and returns nil. It must be called once.
func (s *Scheduler) Run(ctx context.Context, grace time.Duration) error {
	s.mu.Lock()
	s.init()
	s.mu.Unlock()
	if err := s.goOn(ctx); err != nil && ctx.Err() == nil {
		return err
	}
	tidying, enough := context.WithCancel(ctx)
	defer enough()
	s.feeders.Go(func() { s.tidy(tidying) })
	s.feeders.Go(func() { s.keepTime(tidying) })
	pool := s.Pool
	pool.Watch = s.Live.Watch
	playing, breakOff := context.WithCancel(context.WithoutCancel(ctx))
	defer breakOff()
	ended := make(chan error, 1)
	go func() { ended <- pool.Run(playing, s) }()
	var err error
	select {
	case err = <-ended:
	case <-ctx.Done():
		s.stop()
		hard := time.AfterFunc(grace, breakOff)
		err = <-ended
		hard.Stop()
		if playing.Err() != nil {
			err = nil // as was intended
		}
	}
	s.stop()
	enough()
	s.feeders.Wait()
	for _, id := range s.Live.Running() {
		s.Live.Ended(id)
	}
	return err
}

// init makes the maps; s.mu is held.
func (s *Scheduler) init() {
	if s.changed == nil {
		s.runs, s.playing, s.known = map[string]*run{}, map[string]*playing{}, map[string]*Single{}
		s.changed = make(chan struct{})
	}
}

// goOn queues the single matches that waited when the last server ended, and
// starts the tournaments that were running.
func (s *Scheduler) goOn(ctx context.Context) error {
	if err := s.goOnSingles(ctx); err != nil {
		return err
	}
	runs, err := s.Store.TournamentStatuses(ctx, league.TournamentQuery{State: league.Running})
	if err != nil {
		return err
	}
	for _, r := range runs {
		if err := s.begin(ctx, r.ID); err != nil {
			s.fail(ctx, r.ID, err)
		}
	}
	return nil
}

// stop hands out nothing more. What runs is finished and kept.
func (s *Scheduler) stop() {
	s.mu.Lock()
	s.stopped = true
	runs := make([]*run, 0, len(s.runs))
	for _, r := range s.runs {
		runs = append(runs, r)
	}
	s.notify()
	s.mu.Unlock()
	for _, r := range runs {
		r.halt()
	}
}

// notify wakes up everybody who waits for a change; s.mu is held.
func (s *Scheduler) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Next implements dispatch.Source.
func (s *Scheduler) Next(ctx context.Context) (dispatch.Work, bool, error) {
	for {
		s.mu.Lock()
		work, ok := s.pick()
		stopped, changed := s.stopped, s.changed
		s.mu.Unlock()
		if ok {
			s.tell(Event{Type: MatchStarted, Match: matchOf(work), Tournament: work.Job.Tournament, Game: work.Game.Info().Name})
			return work, true, nil
		}
		if stopped {
			return dispatch.Work{}, false, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return dispatch.Work{}, false, ctx.Err()
		}
	}
}

// pick chooses the next work; s.mu is held.
func (s *Scheduler) pick() (dispatch.Work, bool) {
	if s.stopped {
		return dispatch.Work{}, false
	}
	if len(s.singles) > 0 {
		work := s.singles[0]
		s.singles = s.singles[1:]
		s.playing[work.Job.ID] = &playing{work: work, since: time.Now()}
		return work, true
	}
	var best *run
	for _, r := range s.runs {
		if r.ready != nil && (best == nil || r.before(best)) {
			best = r
		}
	}
	if best == nil {
		return dispatch.Work{}, false
	}
	work := *best.ready
	best.ready = nil
	s.served++
	best.served = s.served
	best.playing++
	s.playing[work.Job.ID] = &playing{run: best, work: work, since: time.Now()}
	s.notify() // its feeder makes the next one ready
	return work, true
}

// Played implements dispatch.Source.
func (s *Scheduler) Played(ctx context.Context, matches []dispatch.Played) error {
	s.mu.Lock()
	byRun := map[*run][]dispatch.Played{}
	var singles []dispatch.Played
	for _, m := range matches {
		if r := s.playing[m.Work.Job.ID].run; r != nil {
			byRun[r] = append(byRun[r], m)
		} else {
			singles = append(singles, m)
		}
	}
	s.mu.Unlock()
	for r, own := range byRun {
		err := r.source.Played(ctx, own)
		for _, m := range own {
			s.finished(m, err)
		}
		if err != nil { // the matches are lost and their tournament stops; the server goes on
			s.fail(ctx, r.definition.ID, err)
		}
	}
	for _, m := range singles {
		s.finished(m, s.playedSingle(ctx, m.Report))
	}
	return nil
}

// finished tells what became of a match that was played, and takes it off the
// list of those that run.
func (s *Scheduler) finished(m dispatch.Played, err error) {
	w := m.Work
	s.Live.Ended(w.Job.ID)
	if err == nil {
		// Told first: a tournament is done after its last match is finished.
		s.tell(Event{Type: MatchFinished, Match: matchOf(w), Tournament: w.Job.Tournament, Game: m.Report.Game, Report: &m.Report})
	}
	s.ended(w.Job.ID, err)
}

// Failed implements dispatch.Source. The machine's errors stop a tournament,
// never the server.
func (s *Scheduler) Failed(w dispatch.Work, err error) error {
	s.Log.Warn("match failed", "match", w.Job.ID, "tournament", w.Job.Tournament, "error", err)
	s.Live.Ended(w.Job.ID)
	s.mu.Lock()
	p := s.playing[w.Job.ID]
	s.mu.Unlock()
	if p.run != nil {
		final := p.run.source.Failed(w, err)
		s.ended(w.Job.ID, final)
		if final != nil {
			s.fail(context.Background(), w.Job.Tournament, final)
		}
		return nil
	}
	s.playedWaiting(context.Background(), w.Job.ID)
	s.ended(w.Job.ID, err)
	s.tell(Event{Type: MatchFailed, Match: matchOf(w), Tournament: w.Job.Tournament, Game: w.Game.Info().Name, Why: err.Error()})
	return nil
}

// ended takes a match off the list of those that run.
func (s *Scheduler) ended(id string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.playing[id]
	delete(s.playing, id)
	if p.run != nil {
		p.run.playing--
	} else {
		s.singleEnded(id, err)
	}
	s.notify()
}

// A Running is a match that is being played.
type Running struct {
	Match
	Game  string    `json:"game"`
	Since time.Time `json:"since"`
}

// Playing lists the matches that run.
func (s *Scheduler) Playing() []Running {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make([]Running, 0, len(s.playing))
	for _, p := range s.playing {
		all = append(all, Running{*matchOf(p.work), p.work.Game.Info().Name, p.since.UTC()})
	}
	return all
}

// Waiting returns how many single matches wait, and how many tournaments run.
func (s *Scheduler) Waiting() (singles, tournaments int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.singles), len(s.runs)
}

func (s *Scheduler) tell(e Event) {
	if s.Tell != nil {
		e.At = time.Now().UTC()
		s.Tell(e)
	}
}

// now is the present as the store keeps it.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
