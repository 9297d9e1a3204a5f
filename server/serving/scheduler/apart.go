package scheduler

import (
	"context"
	"slices"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// A stateNow is the state of a tournament of a process that plays apart.
type stateNow struct {
	state league.TournamentState
	why   string
}

// Status returns a tournament's status. A process that plays Apart returns the states that it
// has set itself in place of those in the store.
func (s *Scheduler) Status(ctx context.Context, id string) (league.TournamentStatus, error) {
	status, err := s.Store.TournamentStatus(ctx, id)
	s.mu.Lock()
	defer s.mu.Unlock()
	if own, ok := s.states[id]; ok && err == nil {
		status.State, status.Why = own.state, own.why
	}
	return status, err
}

// keepState keeps a state; the claim is held. A process that plays apart remembers it, and
// tells others only whether matches are left to play. What a server has said of the
// tournament stays.
func (s *Scheduler) keepState(ctx context.Context, id string, state league.TournamentState, why string) error {
	if !s.Apart {
		return s.Store.SetTournamentState(ctx, id, state, why, now())
	}
	s.mu.Lock()
	s.states[id] = stateNow{state, why}
	s.mu.Unlock()
	if state != league.Done {
		state = league.Idle
	}
	before, err := s.Store.TournamentStatus(ctx, id)
	if err != nil || before.State == state || before.State != league.Idle && before.State != league.Done {
		return err
	}
	return s.Store.SetTournamentState(ctx, id, state, "", now())
}

// AwaitChange waits until a tournament is no longer active and its new state is kept, or until
// ctx is done.
func (s *Scheduler) AwaitChange(ctx context.Context, id string) {
	s.changed.Wait(ctx, &s.mu, func() bool { return s.active[id] == nil && !s.claimed[id] || s.stopped })
}

// Enter finds and builds bots as somebody typed them. They play in this process under
// their IDs, and are registered nowhere.
func (s *Scheduler) Enter(ctx context.Context, game string, typed []string) ([]league.Bot, error) {
	found, err := s.Resolver.All(ctx, typed, game)
	if err != nil {
		return nil, err
	}
	for _, c := range found {
		if err := s.isNoOther(ctx, c.Bot); err != nil {
			return nil, err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.makeMaps()
	for _, c := range found {
		if before, ok := s.entered[botKey{game, c.Bot.ID}]; ok {
			if err := league.CheckSame(before.Bot, c.Bot); err != nil {
				return nil, err
			}
		}
	}
	for _, c := range found {
		s.entered[botKey{game, c.Bot.ID}] = c
	}
	return botsOf(found), nil
}

// A botKey is a bot of a game by its ID.
type botKey struct{ game, id string }

// enteredBot returns a bot that Enter has found.
func (s *Scheduler) enteredBot(game, id string) (dispatch.Contender, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.entered[botKey{game, id}]
	return c, ok
}

// renameEntered has a bot that Enter has found play under another ID as well.
func (s *Scheduler) renameEntered(bot, as league.Bot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.entered[botKey{bot.Game, bot.ID}]; ok {
		c.Bot.ID, c.Bot.Name = as.ID, as.Name
		s.entered[botKey{bot.Game, as.ID}] = c
	}
}

// CountsKnown reports whether a tournament was started with league.StartOptions.Known: results
// of other tournaments count in it.
func (s *Scheduler) CountsKnown(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.options[id].Known
}

// CreateOrder is Create for a definition whose bots are known by their IDs.
func (s *Scheduler) CreateOrder(ctx context.Context, o league.Order) (league.Tournament, error) {
	t := o.Tournament
	g, err := s.Games.Find(t.Game)
	if err != nil {
		return t, league.FieldError{Field: "game", Err: err}
	}
	contenders, err := s.find(ctx, t.Game, t.Bots, Asker{AnyBot: true})
	if err != nil {
		return t, err
	}
	t.Bots = slices.Clone(t.Bots) // a bot may get the name under which it was entered
	t.Refer(g, o.Positions, nil)
	if err := t.SetReferee(g); err != nil {
		return t, err
	}
	if err := t.Validate(); err != nil {
		return t, err
	}
	p := Plan{File: league.File{Bots: o.Bots, Anchor: o.Anchor}, Positions: o.Positions, Test: o.Test, Extend: true}
	return s.create(ctx, p, t, contenders)
}
