package scheduler

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"arbiter/referee/rewind"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// HumanMatch prepares a match in which a human has a seat. The bots of the request have the
// other seats, in their order. known reports whether there is a match with the request's key
// already. Whoever plays the match calls Begin, and then Played or Failed.
func (s *Scheduler) HumanMatch(ctx context.Context, r MatchRequest, seat int) (work dispatch.Work, known bool, err error) {
	if r.From != nil {
		return s.humanBranch(ctx, r, seat)
	}
	g, err := s.Games.Find(r.Game)
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
	contenders, err := s.find(ctx, r.Game, r.Bots, r.By)
	if err == nil {
		err = s.keepBuilt(r.By, contenders)
	}
	if err != nil {
		return work, false, err
	}
	return s.work(ctx, g, r, slices.Insert(contenders, seat, dispatch.Contender{Bot: league.Human(r.Game)}))
}

// humanBranch is HumanMatch for a request with From. The start is the start of the
// stored match. The limits and the bots of the other seats are the stored match's too,
// unless the request has its own.
func (s *Scheduler) humanBranch(ctx context.Context, r MatchRequest, seat int) (work dispatch.Work, known bool, err error) {
	match, turn := r.From.Match, r.From.Turn
	again, err := s.Rematch(ctx, match)
	if errors.Is(err, league.ErrNotFound) {
		return work, false, league.FieldError{Field: "from.match", Err: err}
	}
	if err != nil {
		return work, false, err
	}
	if again.Game != r.Game {
		return work, false, league.FieldError{Field: "game", Err: fmt.Errorf("found %s; the match is of %s", r.Game, again.Game)}
	}
	g, err := s.Games.Find(r.Game)
	if err != nil {
		return work, false, league.FieldError{Field: "game", Err: err}
	}
	rec, err := s.Store.Replay(ctx, match)
	if err != nil {
		return work, false, err
	}
	branch, err := rewind.NewBranch(rec, g, turn)
	if err != nil {
		return work, false, league.FieldError{Field: "from.turn", Err: err}
	}
	if seat < 0 || seat >= len(again.Bots) {
		return work, false, league.FieldError{Field: "seat", Err: fmt.Errorf("found %d; the match has seats 0 to %d", seat, len(again.Bots)-1)}
	}
	if !branch.Asked(seat) {
		return work, false, league.FieldError{Field: "from.turn", Err: fmt.Errorf("seat %d is not asked after turn %d; want an earlier turn", seat, turn)}
	}
	branch.Match = match
	again.Bots, again.Key, again.By = slices.Delete(again.Bots, seat, seat+1), r.Key, r.By
	if len(r.Bots) > 0 {
		again.Bots = r.Bots
	}
	if r.Limits != nil {
		again.Limits = r.Limits
	}
	work, known, err = s.HumanMatch(ctx, again, seat)
	for i, c := range work.Contenders {
		work.Contenders[i] = resolve.Told(c)
	}
	work.Branch = branch
	return work, known, err
}

// Begin notes that a match is being played outside the pool.
func (s *Scheduler) Begin(w dispatch.Work) error {
	s.mu.Lock()
	s.makeMaps()
	if s.stopped {
		s.mu.Unlock()
		return errStopped
	}
	id, game := w.Job.ID, w.Game.Info().Name
	s.singles[id] = &SingleMatch{Match: *matchOf(w), Game: game, Owner: w.Owner, Status: Playing}
	s.started(w, nil)
	s.changed.Broadcast()
	s.mu.Unlock()
	s.publish(Event{Type: MatchStarted, Match: matchOf(w), Tournament: w.Job.Tournament, Game: game})
	return nil
}
