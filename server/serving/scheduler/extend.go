package scheduler

import (
	"context"
	"fmt"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// An Extension makes a tournament longer. Zero fields change nothing.
type Extension struct {
	Seeds  []league.Start // more of them, after those there are
	Games  int            // instead of those there are
	Rounds int
	Bots   []string // more of them
	By     Asker    // who names the bots
}

// check returns an error when a tournament cannot be made longer like this.
func (e Extension) check(t league.Tournament) error {
	if !t.Format.Fixed() && (len(e.Seeds) > 0 || e.Games != 0 || len(e.Bots) > 0) {
		return league.FieldError{Field: "rounds", Err: fmt.Errorf("a %s grows only by rounds; more seeds, games or bots would choose other rounds", t.Format)}
	}
	if e.Games != 0 && e.Games < t.Games || e.Rounds != 0 && e.Rounds < t.Rounds {
		return league.Conflictf("tournament %s has %d games and %d rounds; it can only grow", t.ID, t.Games, t.Rounds)
	}
	return nil
}

// Extend makes a tournament longer; one that is done is paused then. With
// fixed pairings nothing that was played is lost; in the other formats only
// rounds may grow, because a changed definition chooses others.
func (s *Scheduler) Extend(ctx context.Context, id string, e Extension) (league.Tournament, error) {
	t, err := s.Store.Tournament(ctx, id)
	if err == nil {
		err = e.check(t)
	}
	if err != nil {
		return t, err
	}
	contenders, err := s.find(ctx, t.Game, e.Bots, e.By)
	if err != nil {
		return t, err
	}
	s.copying.RLock()
	defer s.copying.RUnlock()
	if err := s.copyFiles(contenders); err != nil {
		return t, err
	}
	release, err := s.claim(ctx, id)
	if err != nil {
		return t, err
	}
	defer release()
	return s.extend(ctx, id, e, contenders)
}

// extend makes a tournament longer by bots that have been found; the claim is
// held. The definition is read again: somebody may have extended it meanwhile.
func (s *Scheduler) extend(ctx context.Context, id string, e Extension, contenders []dispatch.Contender) (league.Tournament, error) {
	t, err := s.Store.Tournament(ctx, id)
	if err == nil {
		err = e.check(t)
	}
	if err != nil {
		return t, err
	}
	bots, err := s.Store.Bots(ctx, id)
	if err != nil {
		return t, err
	}
	for _, bot := range bots { // which are saved as entered here
		if err := s.mayStart(ctx, bot); err != nil {
			return t, err
		}
	}
	for _, bot := range botsOf(contenders) {
		bots, t.Bots = append(bots, bot), append(t.Bots, bot.ID)
	}
	t.Starts = append(t.Starts, e.Seeds...)
	t.Games, t.Rounds = max(t.Games, e.Games), max(t.Rounds, e.Rounds)
	if err := t.Validate(); err != nil {
		return t, err
	}
	return t, s.redefine(ctx, t, bots, nil)
}

// redefine keeps a longer definition of a tournament; the claim is held. One
// that is running is resumed with it, even when the caller's request ends
// meanwhile; one that is done is paused.
func (s *Scheduler) redefine(ctx context.Context, t league.Tournament, bots []league.Bot, positions league.Positions) error {
	before, err := s.Status(ctx, t.ID)
	if err != nil {
		return err
	}
	if before.State == league.Cancelled {
		return league.Conflictf("tournament %s is cancelled", t.ID)
	}
	s.deactivate(t.ID)
	s.takeRound(t.ID)
	saved := s.Store.SaveTournament(ctx, t, bots, positions)
	if before.State == league.Running { // also when the old definition stays
		if err := s.activateOrFail(context.WithoutCancel(ctx), t.ID); saved == nil {
			return err
		}
	}
	if saved == nil && before.State == league.Done {
		return s.setState(t.ID, league.Paused, "")
	}
	return saved
}
