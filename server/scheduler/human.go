package scheduler

import (
	"context"
	"fmt"
	"slices"

	"arbiter/referee/games"
	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// HumanMatch prepares a match in which a human has a seat; the bots of the
// request are the others, in the order of their seats. It reports whether a match
// is known by the request's key already. Whoever plays it calls Begin, and then
// Played or Failed.
func (s *Scheduler) HumanMatch(ctx context.Context, r MatchRequest, seat int) (work dispatch.Work, known bool, err error) {
	g, err := games.Find(r.Game)
	if err != nil {
		return work, false, league.FieldError{Field: "game", Err: err}
	}
	info := g.Info()
	if n := len(r.Bots) + 1; n < info.MinSeats || n > info.MaxSeats {
		return work, false, league.FieldError{Field: "bots", Err: fmt.Errorf("found %d; %s has %d to %d seats, and one of them is yours", len(r.Bots), r.Game, info.MinSeats, info.MaxSeats)}
	}
	if seat < 0 || seat > len(r.Bots) {
		return work, false, league.FieldError{Field: "seat", Err: fmt.Errorf("found %d; want 0 to %d", seat, len(r.Bots))}
	}
	contenders, err := s.find(ctx, r.Game, r.Bots)
	if err != nil {
		return work, false, err
	}
	return s.work(ctx, g, r, slices.Insert(contenders, seat, dispatch.Contender{Bot: league.Human(r.Game)}))
}

// Begin notes that a match is being played beside the pool's.
func (s *Scheduler) Begin(w dispatch.Work) error {
	s.mu.Lock()
	s.makeMaps()
	if s.stopped {
		s.mu.Unlock()
		return errStopped
	}
	id, game := w.Job.ID, w.Game.Info().Name
	s.singles[id] = &SingleMatch{Match: *matchOf(w), Game: game, Status: Playing}
	s.started(w, nil)
	s.changed.Broadcast()
	s.mu.Unlock()
	s.publish(Event{Type: MatchStarted, Match: matchOf(w), Tournament: w.Job.Tournament, Game: game})
	return nil
}
