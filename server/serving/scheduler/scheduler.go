// Package scheduler decides what the server plays next, and when. It is the dispatch.Source of the
// server's pool: single matches first, then the running tournaments in turn, then endless
// tournaments, then open ladders. The store keeps the work to be played, so that a restarted
// server resumes it. It knows nothing of SQL or HTTP.
//
// # States of a tournament
//
// The state is kept in the store. A tournament that is running there and in a
// server that is up is active: it has an activeTournament. Columns are what
// happens, cells the state that follows.
//
//	           Start    Pause     Cancel     extended  all played,  machine or   server
//	                                                   or verdict   store fails  starts
//	idle       running  paused    cancelled  idle                                idle
//	running    running  paused    cancelled  running   done         failed       running
//	paused     running  paused    cancelled  paused                              paused
//	done       done     conflict  cancelled  paused                              done
//	failed     running  paused    cancelled  failed                              failed
//	cancelled  conflict conflict  cancelled  conflict                            cancelled
//
// Extended means Extend, or Create with a longer definition. A resumed or extended
// tournament that cannot run, because a bot has changed or has gone, becomes failed;
// Start returns that as its error and leaves the state as it is.
//
// # Who does what
//
// A worker of the pool, in Next, takes a match from the first active tournament
// that has one ready; polling never waits. Between two matches it saves reports,
// in Played. It never waits for a change of state: where one is due, because
// everything has been played or the machine failed, it starts a goroutine for
// that. Whatever else changes a state is called by people.
//
// # Locks
//
// In this order; each may be left out:
//
//  1. copying, for reading: entered bots' files are copied and not yet needed by
//     a tournament in the store.
//  2. The claim of one tournament: its state or definition changes. It is held
//     while the store is used, bots are found, and matches from before a pause
//     end, so no worker waits for it.
//  3. mu: everything in memory. It is held for moments, never while the store is
//     used, a bot is found or an event published.
//  4. The mutex of dispatch.TournamentSource, in Poll, Prefetch, Stop and Drained,
//     which do not wait. It is not held when Wake and Observe are called. Close
//     waits for a goroutine that calls Wake, so mu is not held then.
//
// activeTournament.mu guards a table; nothing else is locked while it is held.
package scheduler

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/cond"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/live"
	"arbiter/server/playing/resolve"
)

// A Scheduler keeps a pool busy. Its exported fields are set before use.
type Scheduler struct {
	Store    league.Store
	Games    *games.Registry // nil: those of this program
	Resolver resolve.Resolver
	Files    botstore.Copies   // keeps the files of the bots that are entered
	Live     *live.Broadcaster // streams the running matches; nil: nobody watches
	Pool     dispatch.Pool     // without Watch where there is Live
	// RunPool, when set, plays what the source hands out until it has no more, as
	// dispatch.Pool.Run does: on other machines, too.
	RunPool    func(ctx context.Context, pool dispatch.Pool, source dispatch.Source) error
	FirstPause time.Duration // of tournaments' matches that were put off; as in dispatch.TournamentEntry
	Publish    func(Event)   // when set, is called with what happens; it must not wait
	// Apart plays in this process what it is asked for and nothing else, beside other
	// processes on the same database. It resumes nothing, and others learn nothing of its
	// tournaments but whether matches are left to play.
	Apart bool
	// MaxLimit is the longest time limit of a match. A match without a limit gets this one.
	// 0: there is no longest one.
	MaxLimit time.Duration
	KeepLast int // how many replays of the same bots in the same seats are kept beside faults and upsets; 0: all
	Log      *slog.Logger

	copying    sync.RWMutex   // held for writing while copies of files are deleted
	background sync.WaitGroup // goroutines that Run waits for

	mu         sync.Mutex
	changed    cond.Var // of all that follows
	claimed    map[string]bool
	active     map[string]*activeTournament   // by ID
	queue      []dispatch.Work                // single matches, in order
	states     map[string]stateNow            // given in this process, where it plays apart
	entered    map[botKey]dispatch.Contender  // by Enter
	options    map[string]league.StartOptions // how tournaments were started
	singles    map[string]*SingleMatch        // without a result, of this server's life, by ID
	playing    map[string]*playing            // by match
	ladders    map[string]*openLadder         // that never close, by name
	laddersIn  bool                           // ladders has those of the store
	ladderNews bool                           // a ladder may have another round, or has been asked for something
	turns      int                            // matches of tournaments that were handed out
	stopped    bool
}

// Grace is how long a shutdown waits for the running matches before it aborts
// them; they are played again.
const Grace = 20 * time.Second

// Run resumes what was waiting and running and plays until ctx ends. Then it
// hands out nothing more, gives the running matches the grace time, and returns
// nil. It must be called once. No goroutine is left when it returns.
func (s *Scheduler) Run(ctx context.Context, grace time.Duration) error {
	beside, end := context.WithCancel(ctx)
	ladders, err := s.resume(ctx)
	if err == nil {
		if !s.Apart {
			s.background.Go(func() { s.keepHouse(beside) })
		}
		s.background.Go(func() {
			if s.resumeLadders(beside, ladders) == nil {
				s.playLadders(beside)
			}
		})
		err = s.play(ctx, grace)
	} else if ctx.Err() != nil {
		err = nil
	}
	s.stop()
	end()
	s.background.Wait()
	s.endDecided()
	if s.Live != nil {
		for _, id := range s.Live.Running() {
			s.unwatch(id)
		}
	}
	return err
}

// unwatch ends the stream of a match.
func (s *Scheduler) unwatch(match string) {
	if s.Live != nil {
		s.Live.Ended(match)
	}
}

// play runs the pool until ctx ends and the running matches have ended, or the
// grace time has.
func (s *Scheduler) play(ctx context.Context, grace time.Duration) error {
	pool := s.Pool
	if s.Live != nil {
		pool.Watch = s.Live.Watch
	}
	playing, abort := context.WithCancel(context.WithoutCancel(ctx))
	defer abort()
	ended := make(chan error, 1)
	go func() {
		if s.RunPool != nil {
			ended <- s.RunPool(playing, pool, s)
		} else {
			ended <- pool.Run(playing, s)
		}
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	s.stop()
	hard := time.AfterFunc(grace, abort)
	defer hard.Stop()
	err := <-ended
	if playing.Err() != nil {
		return nil // as was intended
	}
	return err
}

// resume queues the single matches that waited when the last server ended, and starts the
// tournaments that were running. It returns the ladders without counting them. That takes a second for a long one, and
// nothing else waits for it.
func (s *Scheduler) resume(ctx context.Context) (ladders []league.OpenLadder, err error) {
	if s.Apart {
		return nil, nil
	}
	if ladders, err = s.Store.OpenLadders(ctx); err != nil {
		return nil, err
	}
	if err := s.resumeSingles(ctx); err != nil {
		return nil, err
	}
	running, err := s.Store.TournamentStatuses(ctx, league.TournamentQuery{State: league.Running})
	if err != nil {
		return nil, err
	}
	for _, t := range running {
		if slices.ContainsFunc(ladders, func(l league.OpenLadder) bool { return l.Name == t.ID }) {
			continue
		}
		if err := s.resumeTournament(ctx, t.ID); err != nil {
			return nil, err
		}
	}
	return ladders, nil
}

// stop hands out nothing more. What is being played is finished and kept.
func (s *Scheduler) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return
	}
	s.stopped = true
	for _, a := range s.active {
		s.background.Go(a.Close)
	}
	s.changed.Broadcast()
}

// endDecided says of what was played apart, and was decided while its last matches were
// being played, that it is done. A server finds that when it starts again.
func (s *Scheduler) endDecided() {
	if !s.Apart {
		return
	}
	s.mu.Lock()
	active := slices.Collect(maps.Values(s.active))
	s.mu.Unlock()
	for _, a := range active {
		if !a.Enough() {
			continue
		}
		if err := s.keepState(context.Background(), a.definition.ID, league.Done, ""); err != nil {
			s.Log.Error("tournament", "tournament", a.definition.ID, "error", err)
		}
	}
}

// makeMaps makes what is written to; s.mu is held.
func (s *Scheduler) makeMaps() {
	if s.active == nil {
		s.claimed, s.active = map[string]bool{}, map[string]*activeTournament{}
		s.states, s.entered = map[string]stateNow{}, map[botKey]dispatch.Contender{}
		s.options = map[string]league.StartOptions{}
		s.singles, s.playing = map[string]*SingleMatch{}, map[string]*playing{}
		s.ladders = map[string]*openLadder{}
	}
}

// now is the present as the store keeps it.
func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }
