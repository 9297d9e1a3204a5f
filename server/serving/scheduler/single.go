package scheduler

import (
	"context"
	"errors"
	"fmt"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// MaxSingles is how many single matches may wait: more than anybody waits for.
const MaxSingles = 1000

// ErrBusy is returned when MaxSingles are waiting.
var ErrBusy = errors.New("too many matches are waiting; try again later")

// A SingleStatus is what happens to a single match that has no result yet.
type SingleStatus string

// The statuses.
const (
	Waiting SingleStatus = "waiting"
	Playing SingleStatus = "playing"
	Lost    SingleStatus = "lost" // the machine could not play it
)

// A SingleMatch belongs to no tournament and has no result yet.
type SingleMatch struct {
	Match
	Game   string       `json:"game"`
	Owner  string       `json:"owner,omitempty"` // the name of the token that asked for it; "" for nobody's
	Status SingleStatus `json:"stage"`
	Why    string       `json:"why,omitempty"` // why it was lost

	voids     int  // how often it was void
	counted   bool // this server has counted that it begins to play it
	cancelled bool
}

// MaxInterruptions is how many servers may end while they play a match before
// it is given up: it may be what ends them, or longer than they live.
const MaxInterruptions = 5

// resumeSingles queues the single matches that were waiting or being played when
// the last server ended. One that cannot be played any more, because a bot has
// gone or changed, is lost.
func (s *Scheduler) resumeSingles(ctx context.Context) error {
	waiting, err := s.Store.QueuedMatches(ctx)
	if err != nil {
		return err
	}
	found := map[[2]string]dispatch.Contender{} // by game and bot
	for _, w := range waiting {
		work, err := s.workUnlessInterrupted(ctx, w, found)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			err = s.enqueue(work, 0)
		}
		if err != nil {
			s.Log.Warn("match is lost", "match", w.Job.ID, "error", err)
			s.lose(w, err)
			if err := s.Store.DeleteQueuedMatch(ctx, w.Job.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// workUnlessInterrupted is workOf, and gives up a match that several servers have
// begun to play.
func (s *Scheduler) workUnlessInterrupted(ctx context.Context, w league.QueuedMatch, found map[[2]string]dispatch.Contender) (dispatch.Work, error) {
	if w.Starts >= MaxInterruptions {
		return dispatch.Work{}, fmt.Errorf("given up: the server ended %d times while it played this match; it may need shorter time limits", w.Starts)
	}
	return s.workOf(ctx, w, found)
}

// countStart notes in the store that this server begins to play a match, if that
// is a single one. If that fails, the match may be interrupted once more.
func (s *Scheduler) countStart(ctx context.Context, id string) {
	s.mu.Lock()
	single := s.singles[id]
	count := single != nil && !single.counted
	if count {
		single.counted = true
	}
	s.mu.Unlock()
	if !count {
		return
	}
	if err := s.Store.CountQueuedStart(ctx, id); err != nil && ctx.Err() == nil {
		s.Log.Error("count the start of a match", "match", id, "error", err)
	}
}

// workOf makes work of a match that waits.
func (s *Scheduler) workOf(ctx context.Context, w league.QueuedMatch, found map[[2]string]dispatch.Contender) (dispatch.Work, error) {
	p := w.Job.Pairing
	work := dispatch.Work{Job: w.Job, Owner: w.Owner, Limits: w.Limits, Setup: referee.Setup{Seed: p.Start.Seed}}
	var err error
	if work.Game, err = s.Games.Find(w.Game); err != nil {
		return work, err
	}
	if p.Start.Position != "" {
		if work.Setup.Position, err = s.Store.PositionText(ctx, p.Start.Position); err != nil {
			return work, err
		}
	}
	for _, id := range p.Seats {
		c, ok := found[[2]string{w.Game, id}]
		if !ok {
			known, err := s.Store.KnownBot(ctx, w.Game, id)
			if err != nil {
				return work, err
			}
			if c, err = s.unchanged(ctx, known.Bot); err != nil {
				return work, err
			}
			found[[2]string{w.Game, id}] = c
		}
		work.Contenders = append(work.Contenders, c)
	}
	return work, nil
}

// lose notes that a match cannot be played, and why.
func (s *Scheduler) lose(w league.QueuedMatch, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.makeMaps()
	match := Match{w.Job.ID, w.Job.Tournament, w.Job.Pairing.Seats, w.Job.Pairing.Start}
	s.singles[w.Job.ID] = &SingleMatch{Match: match, Game: w.Game, Owner: w.Owner, Status: Lost, Why: why.Error()}
}

// enqueue lets the pool play a match, unless its owner has most matches that wait;
// 0 is no limit.
func (s *Scheduler) enqueue(w dispatch.Work, most int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.makeMaps()
	if _, ok := s.singles[w.Job.ID]; ok {
		return nil // the same request came twice at once
	}
	if len(s.queue) >= MaxSingles {
		return ErrBusy
	}
	if waiting := s.waitingOf(w.Owner); most > 0 && waiting >= most {
		return league.QuotaError{
			Quota: fmt.Sprintf("%d matches of the token %s are waiting, of %d", waiting, w.Owner, most),
			Fix:   "try again when some of them have been played, or cancel one", After: waitingRetry,
		}
	}
	s.forgetLost()
	s.singles[w.Job.ID] = &SingleMatch{Match: *matchOf(w), Game: w.Game.Info().Name, Owner: w.Owner, Status: Waiting}
	s.queue = append(s.queue, w)
	s.changed.Broadcast()
	return nil
}

// waitingRetry is when to ask again for a match beyond the quota: matches take
// seconds.
const waitingRetry = 10 * time.Second

// waitingOf counts the matches of an owner in the queue; s.mu is held.
func (s *Scheduler) waitingOf(owner string) (n int) {
	for _, w := range s.queue {
		if w.Owner == owner {
			n++
		}
	}
	return n
}

// forgetLost keeps the matches that the machine lost from piling up: without a
// result they are known only until many have come after them. s.mu is held.
func (s *Scheduler) forgetLost() {
	if len(s.singles) < 2*MaxSingles {
		return
	}
	for id, single := range s.singles {
		if single.Status == Lost {
			delete(s.singles, id)
		}
	}
}

// SingleMatch returns a single match that has no result yet.
func (s *Scheduler) SingleMatch(id string) (SingleMatch, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.single(id)
}

// AwaitSingle waits until a single match no longer has the given status, and then returns what
// SingleMatch does. The error is ctx's, or says that the server ends.
func (s *Scheduler) AwaitSingle(ctx context.Context, id string, status SingleStatus) (match SingleMatch, ok bool, err error) {
	err = s.changed.Wait(ctx, &s.mu, func() bool {
		match, ok = s.single(id)
		return !ok || match.Status != status || s.stopped
	})
	if err == nil && ok && match.Status == status {
		err = errStopped
	}
	return match, ok, err
}

// single is SingleMatch while s.mu is held.
func (s *Scheduler) single(id string) (SingleMatch, bool) {
	single, ok := s.singles[id]
	if !ok {
		return SingleMatch{}, false
	}
	copied := *single
	if s.playing[id] != nil {
		copied.Status = Playing
	}
	return copied, true
}

// failedSingle gives up a match that the machine failed to play.
func (s *Scheduler) failedSingle(w dispatch.Work, err error) {
	if dispatch.IsVoid(err) && s.requeueSingle(w, err) {
		return
	}
	s.dequeue(context.Background(), w.Job.ID)
	s.mu.Lock()
	s.ended(w.Job.ID, err)
	s.mu.Unlock()
	s.publish(Event{Type: MatchFailed, Match: matchOf(w), Tournament: w.Job.Tournament, Game: w.Game.Info().Name, Why: err.Error()})
}

// requeueSingle puts a void match at the end of the queue, and reports whether
// it is to be played again.
func (s *Scheduler) requeueSingle(w dispatch.Work, err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	single := s.singles[w.Job.ID]
	if single.voids++; single.voids == dispatch.MaxVoids || w.HasHuman() || single.cancelled || s.stopped {
		return false
	}
	delete(s.playing, w.Job.ID)
	s.publishVoid(w, err) // before a worker may start it again
	single.Status = Waiting
	s.queue = append(s.queue, w)
	s.changed.Broadcast()
	return true
}

// dequeue deletes a match from the store's queue. If that fails the next server
// finds its result, or tries it again.
func (s *Scheduler) dequeue(ctx context.Context, id string) {
	if err := s.Store.DeleteQueuedMatch(context.WithoutCancel(ctx), id); err != nil {
		s.Log.Error("delete match from queue", "match", id, "error", err)
	}
}

// endedSingle forgets a match that has its result; s.mu is held.
func (s *Scheduler) endedSingle(id string, err error) {
	if err == nil {
		delete(s.singles, id)
		return
	}
	s.singles[id].Status, s.singles[id].Why = Lost, err.Error()
}
