package scheduler

import (
	"context"
	"fmt"
	"slices"
	"time"

	"arbiter/referee/games"
	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// Hand prepares a match in which a person has a seat; the bots of the wish are
// the others, in the order of their seats. It reports whether a match is known
// by the wish's key already. Who plays it calls Begin, and then Played or
// Failed.
func (s *Scheduler) Hand(ctx context.Context, w Wish, seat int) (work dispatch.Work, known bool, err error) {
	g, err := games.Find(w.Game)
	if err != nil {
		return work, false, league.FieldError{Field: "game", Err: err}
	}
	info := g.Info()
	if n := len(w.Bots) + 1; n < info.MinSeats || n > info.MaxSeats {
		return work, false, league.FieldError{Field: "bots", Err: fmt.Errorf("found %d; %s has %d to %d seats, and one of them is yours", len(w.Bots), w.Game, info.MinSeats, info.MaxSeats)}
	}
	if seat < 0 || seat > len(w.Bots) {
		return work, false, league.FieldError{Field: "seat", Err: fmt.Errorf("found %d; want 0 to %d", seat, len(w.Bots))}
	}
	contenders, err := s.find(ctx, w.Game, w.Bots)
	if err != nil {
		return work, false, err
	}
	return s.work(ctx, g, w, slices.Insert(contenders, seat, dispatch.Contender{Bot: league.Human(w.Game)}))
}

// Begin makes known a match that is played beside the pool's.
func (s *Scheduler) Begin(w dispatch.Work) error {
	s.mu.Lock()
	s.init()
	if s.stopped {
		s.mu.Unlock()
		return errStopped
	}
	id, game := w.Job.ID, w.Game.Info().Name
	s.known[id] = &Single{Match: *matchOf(w), Game: game, Stage: Playing}
	s.playing[id] = &playing{work: w, since: time.Now()}
	s.notify()
	s.mu.Unlock()
	s.tell(Event{Type: MatchStarted, Match: matchOf(w), Tournament: w.Job.Tournament, Game: game})
	return nil
}
