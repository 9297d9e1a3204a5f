package scheduler

import (
	"context"
	"errors"

	"arbiter/server/league"
	"arbiter/server/playing/engine"
)

// Start starts or resumes a tournament. One that is running or done stays as it
// is.
func (s *Scheduler) Start(ctx context.Context, id string) error {
	return s.StartWith(ctx, id, league.StartOptions{})
}

// StartWith is Start with options.
func (s *Scheduler) StartWith(ctx context.Context, id string, o league.StartOptions) error {
	release, err := s.claim(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	status, err := s.Status(ctx, id)
	if err != nil {
		return err
	}
	if s.isActive(id) || status.State == league.Done && !o.LeftOut {
		return nil
	}
	if status.State == league.Cancelled {
		return league.Conflictf("tournament %s is cancelled; create another one", id)
	}
	s.mu.Lock()
	s.options[id] = o
	s.mu.Unlock()
	return s.activate(ctx, id)
}

// resumeTournament starts a tournament that was running when the last server
// ended. If that cannot be, it fails.
func (s *Scheduler) resumeTournament(ctx context.Context, id string) error {
	release, err := s.claim(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	if !s.isActive(id) {
		s.activateOrFail(ctx, id)
	}
	return ctx.Err()
}

func (s *Scheduler) isActive(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.active[id] != nil
}

// activateOrFail activates a tournament whose state promises that it runs; the
// claim is held.
func (s *Scheduler) activateOrFail(ctx context.Context, id string) error {
	return s.orFail(ctx, id, s.activate(ctx, id))
}

// orFail returns the error of an activation, which has failed a tournament unless the
// server ends.
func (s *Scheduler) orFail(ctx context.Context, id string, err error) error {
	if err != nil && ctx.Err() == nil && !errors.Is(err, errStopped) {
		s.setFailed(id, err)
	}
	return err
}

// activate hands out the matches of a tournament that is not active; the claim
// is held.
func (s *Scheduler) activate(ctx context.Context, id string) error {
	if err := s.AwaitSettled(ctx, id); err != nil {
		return err
	}
	t, err := s.Store.Tournament(ctx, id)
	if err != nil {
		return err
	}
	return s.activateAfter(ctx, t, nil)
}

// activateAfter hands out the matches of a definition as it is in the store. No match
// of it may be in play. The parameter after is as in engine.Entry.
func (s *Scheduler) activateAfter(ctx context.Context, t league.Tournament, after *engine.Seen) error {
	a, err := s.load(ctx, t, after)
	if err != nil {
		return err
	}
	if err := s.setState(t.ID, league.Running, ""); err != nil {
		a.Close()
		return err
	}
	if !s.handOut(a) {
		a.Close() // the next server resumes it
	}
	return nil
}

// handOut makes a tournament active, unless the server ends.
func (s *Scheduler) handOut(a *activeTournament) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped {
		return false
	}
	s.active[a.definition.ID] = a
	a.Prefetch()
	s.moved(a)
	return true
}

// AwaitSettled waits until the matches of a tournament that were being played at a pause have
// ended, so that none is played twice.
func (s *Scheduler) AwaitSettled(ctx context.Context, id string) error {
	settled := true
	err := s.changed.Wait(ctx, &s.mu, func() bool {
		settled = true
		for _, p := range s.playing {
			if p.tournament != nil && p.tournament.definition.ID == id {
				settled = false
			}
		}
		return settled || s.stopped
	})
	if err == nil && !settled {
		return errStopped
	}
	return err
}

// Pause hands out no more matches of a tournament. Those that are being played
// are finished.
func (s *Scheduler) Pause(ctx context.Context, id string) error {
	release, err := s.claim(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	return s.halt(ctx, id, league.Paused, "")
}

// Cancel ends a tournament for good, and aborts its matches that are being played:
// without a time limit they might never end. What has been played stays.
func (s *Scheduler) Cancel(ctx context.Context, id, why string) error {
	release, err := s.claim(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	if err := s.halt(ctx, id, league.Cancelled, why); err != nil {
		return err
	}
	s.abortMatches(id)
	return nil
}

// halt deactivates a tournament because a person wants it to be in another
// state; the claim is held.
func (s *Scheduler) halt(ctx context.Context, id string, state league.TournamentState, why string) error {
	before, err := s.Status(ctx, id)
	switch {
	case err != nil:
		return err
	case before.State == state:
		return nil
	case before.State == league.Cancelled || before.State == league.Done && state == league.Paused:
		return league.Conflictf("tournament %s is %s", id, before.State)
	}
	s.deactivate(id)
	return s.setState(id, state, why)
}

// deactivate hands out no more matches of a tournament; the claim is held. It
// waits until its schedule is followed no more.
func (s *Scheduler) deactivate(id string) {
	s.mu.Lock()
	a := s.active[id]
	if a != nil {
		s.drop(a)
	}
	s.mu.Unlock()
	if a != nil {
		a.Close()
	}
}

// drop hands out no more matches of a tournament, and reports whether it was
// active; s.mu is held.
func (s *Scheduler) drop(a *activeTournament) bool {
	if s.active[a.definition.ID] != a {
		return false
	}
	delete(s.active, a.definition.ID)
	a.Stop()
	return true
}

// moved is called when a tournament may have something else to play, or nothing any
// more; s.mu is held. The call that finds no match left and no match in play starts the
// end of the tournament.
func (s *Scheduler) moved(a *activeTournament) {
	s.changed.Broadcast()
	if s.active[a.definition.ID] != a || a.ending || s.stopped || a.playing > 0 || !a.Drained() {
		return
	}
	a.ending = true
	s.background.Go(func() { s.finish(a) })
}

// finish ends a tournament in which everything has been played, or whose check
// has its verdict. If the server ends meanwhile, the next one finds that nothing
// is left.
func (s *Scheduler) finish(a *activeTournament) {
	id := a.definition.ID
	release, err := s.claim(context.Background(), id)
	if err != nil {
		return
	}
	defer release()
	s.mu.Lock()
	active := s.drop(a)
	s.mu.Unlock()
	if active {
		if err := a.Counted(); err != nil {
			s.Log.Error("matches of earlier runs", "tournament", id, "error", err)
		}
	}
	complete := a.Done()
	a.Close()
	if !active {
		return // a person halted or extended it just before
	}
	if !a.definition.Series.Open() || len(a.definition.Bots) <= maxPublished { // a ladder is done after each round
		s.publishStandings(a)
	}
	if err := s.setState(id, league.Done, ""); err != nil {
		s.Log.Error("tournament", "tournament", id, "error", err)
	} else if complete {
		s.keepRound(a)
	}
	s.ladderDue()
}

// fail ends a tournament because of an error of the machine. It is called for
// workers, with s.mu held: they do not wait for the end.
func (s *Scheduler) fail(a *activeTournament, why error) {
	if !s.drop(a) {
		return // it was halted, or has failed before
	}
	s.background.Go(func() {
		id := a.definition.ID
		a.Close()
		release, err := s.claim(context.Background(), id)
		if err == nil {
			defer release()
			if !s.isActive(id) { // nobody has extended it meanwhile
				s.setFailed(id, why)
			}
		} // the next server finds the same error, or none
	})
}

// setFailed keeps and logs why a tournament that was running cannot go on; the
// claim is held. One that a person has halted meanwhile stays as it is.
func (s *Scheduler) setFailed(id string, why error) {
	s.Log.Error("tournament failed", "tournament", id, "error", why)
	status, err := s.Status(context.Background(), id)
	if err == nil && status.State == league.Running {
		err = s.setState(id, league.Failed, why.Error())
	}
	if err != nil && !errors.Is(err, league.ErrNotFound) {
		s.Log.Error("tournament", "tournament", id, "error", err)
	}
}

// setState keeps and publishes a state, whatever becomes of who asked for it;
// the claim is held.
func (s *Scheduler) setState(id string, state league.TournamentState, why string) error {
	if err := s.keepState(context.Background(), id, state, why); err != nil {
		return err
	}
	s.mu.Lock()
	s.changed.Broadcast()
	s.mu.Unlock()
	s.publish(Event{Type: TournamentChanged, Tournament: id, State: string(state), Why: why})
	return nil
}
