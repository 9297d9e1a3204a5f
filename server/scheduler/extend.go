package scheduler

import (
	"context"
	"fmt"
	"slices"

	"arbiter/server/league"
)

// An Extension makes a tournament longer. Zero fields change nothing.
type Extension struct {
	Seeds  []league.Start // more of them, after those there are
	Games  int            // instead of those there are
	Rounds int
	Bots   []string // more of them
}

// Extend makes a tournament longer; one that is done is paused then. In a
// round-robin or gauntlet nothing that was played is lost; in the other
// formats only rounds may grow, because a changed definition chooses others.
func (s *Scheduler) Extend(ctx context.Context, id string, e Extension) (league.Tournament, error) {
	t, err := s.Store.Tournament(ctx, id)
	if err != nil {
		return t, err
	}
	if !t.Format.Fixed() && (len(e.Seeds) > 0 || e.Games != 0 || len(e.Bots) > 0) {
		return t, league.FieldError{Field: "rounds", Err: fmt.Errorf("a %s grows only by rounds; more seeds, games or bots would choose other rounds", t.Format)}
	}
	if e.Games != 0 && e.Games < t.Games || e.Rounds != 0 && e.Rounds < t.Rounds {
		return t, league.Conflictf("tournament %s has %d games and %d rounds; it can only grow", id, t.Games, t.Rounds)
	}
	bots, err := s.Store.Bots(ctx, id)
	if err != nil {
		return t, err
	}
	contenders, err := s.find(ctx, t.Game, e.Bots)
	if err != nil {
		return t, err
	}
	for _, c := range contenders {
		bots = append(bots, c.Bot)
		t.Bots = append(t.Bots, c.Bot.ID)
	}
	t.Starts = append(t.Starts, e.Seeds...)
	t.Games, t.Rounds = max(t.Games, e.Games), max(t.Rounds, e.Rounds)
	if err := t.Validate(); err != nil {
		return t, field(err)
	}
	s.shelving.RLock()
	defer s.shelving.RUnlock()
	if err := s.shelve(contenders); err != nil {
		return t, err
	}
	return t, s.redefine(ctx, t, bots, nil)
}

// redefine keeps a longer definition of a tournament that is there. One that
// runs goes on with it, one that is done is paused.
func (s *Scheduler) redefine(ctx context.Context, t league.Tournament, bots []league.Bot, setups map[string][]byte) error {
	before, err := s.Store.TournamentStatus(ctx, t.ID)
	if err != nil {
		return err
	}
	if before.State == league.Cancelled {
		return league.Conflictf("tournament %s is cancelled", t.ID)
	}
	s.halt(t.ID)
	if err := s.Store.SaveTournament(ctx, t, bots, setups); err != nil {
		return err
	}
	switch before.State {
	case league.Running:
		return s.begin(ctx, t.ID)
	case league.Done:
		return s.setState(ctx, t.ID, league.Paused, "")
	}
	return nil
}

// continues reports whether a definition is another one made longer, so that
// every match of the other is one of its own.
func continues(before, t league.Tournament) bool {
	longer := t
	longer.Bots, longer.Starts, longer.Games, longer.Rounds = before.Bots, before.Starts, before.Games, before.Rounds
	return same(before, longer) && (t.Format.Fixed() || len(t.Bots) == len(before.Bots) && len(t.Starts) == len(before.Starts) && t.Games == before.Games) &&
		begins(t.Bots, before.Bots) && begins(t.Starts, before.Starts) &&
		(len(t.Starts) == len(before.Starts) || before.Games <= len(before.Starts)) && // none has been gone round
		grows(before.Games, t.Games) && grows(before.Rounds, t.Rounds)
}

// begins reports whether a list begins with another one.
func begins[T comparable](list, with []T) bool {
	return len(list) >= len(with) && slices.Equal(list[:len(with)], with)
}

// grows reports whether a number is at least what it was; 0 is a choice of its
// own.
func grows(before, now int) bool { return now == before || before != 0 && now > before }
