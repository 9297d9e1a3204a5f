package scheduler

import (
	"context"
	"errors"
	"slices"
	"time"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// errCancelled is why a match that somebody has cancelled has no result.
var errCancelled = errors.New("cancelled by a user")

// cancelWait is how long CancelMatch waits for the end of the match's bots.
const cancelWait = 10 * time.Second

// CancelMatch cancels a single match that is waiting or being played, which is then Lost. It
// has no effect on one that is lost already. The error is a league.ConflictError for a match
// that has been played, that belongs to a tournament or in which a human plays, and
// league.ErrNotFound for an unknown one.
func (s *Scheduler) CancelMatch(ctx context.Context, id string) error {
	s.mu.Lock()
	p, single := s.playing[id], s.singles[id]
	switch {
	case p != nil && p.tournament != nil:
		s.mu.Unlock()
		return league.Conflictf("match %s belongs to the tournament %s; cancel that", id, p.tournament.definition.ID)
	case p != nil && p.work.HasHuman():
		s.mu.Unlock()
		return league.Conflictf("a human plays match %s, and may give it up", id)
	case p != nil:
		single.cancelled = true
		p.abort(errCancelled)
		s.mu.Unlock()
		return s.awaitEnd(ctx, id)
	case single != nil && single.Status == Waiting:
		return s.cancelQueued(ctx, id) // unlocks
	}
	s.mu.Unlock()
	if single != nil {
		return nil
	}
	if _, err := s.Store.Match(ctx, id); err != nil {
		return err
	}
	return league.Conflictf("match %s has been played", id)
}

// cancelQueued takes a match out of the queue; s.mu is held, and unlocked.
func (s *Scheduler) cancelQueued(ctx context.Context, id string) error {
	i := slices.IndexFunc(s.queue, func(w dispatch.Work) bool { return w.Job.ID == id })
	if i < 0 {
		s.mu.Unlock()
		return league.NotFoundError{Kind: league.AMatch, Name: id}
	}
	work := s.queue[i]
	s.queue = slices.Delete(s.queue, i, i+1)
	s.endedSingle(id, errCancelled)
	s.changed.Broadcast()
	s.mu.Unlock()
	s.publish(Event{Type: MatchFailed, Match: matchOf(work), Tournament: work.Job.Tournament, Game: work.Game.Info().Name, Why: errCancelled.Error()})
	return s.Store.DeleteQueuedMatch(ctx, id)
}

// awaitEnd waits until a match is no longer being played, but not for long: its
// bots may resist.
func (s *Scheduler) awaitEnd(ctx context.Context, id string) error {
	soon, cancel := context.WithTimeout(ctx, cancelWait)
	defer cancel()
	err := s.changed.Wait(soon, &s.mu, func() bool { return s.playing[id] == nil || s.stopped })
	if ctx.Err() == nil {
		return nil
	}
	return err
}

// abortMatches aborts the matches of a tournament that are being played.
func (s *Scheduler) abortMatches(tournament string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.playing {
		if p.tournament != nil && p.tournament.definition.ID == tournament {
			p.abort(errCancelled)
		}
	}
}

// Delete deletes a tournament with its matches and their replays, its check and
// its schedule. Bots stay, and so do the tournaments that the schedule started.
// A tournament that is running must be paused or cancelled first; its matches
// that are still being played are aborted. Deleting what does not exist is no
// error.
func (s *Scheduler) Delete(ctx context.Context, id string) error {
	release, err := s.claim(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	return s.deleteTournament(ctx, id)
}

// deleteTournament is Delete; the claim is held.
func (s *Scheduler) deleteTournament(ctx context.Context, id string) error {
	status, err := s.Status(ctx, id)
	switch {
	case errors.Is(err, league.ErrNotFound):
		return nil
	case err != nil:
		return err
	case status.State == league.Running:
		return league.Conflictf("tournament %s is running; pause or cancel it first", id)
	}
	s.abortMatches(id)
	if err := s.AwaitSettled(ctx, id); err != nil {
		return err
	}
	// Begun, it goes on when the client leaves: half a tournament is of no use.
	if err := s.Store.DeleteTournament(context.WithoutCancel(ctx), id, now()); err != nil {
		return err
	}
	s.publish(Event{Type: TournamentChanged, Tournament: id, State: Deleted})
	return nil
}
