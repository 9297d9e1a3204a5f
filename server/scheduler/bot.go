package scheduler

import (
	"context"
	"errors"
	"fmt"

	"arbiter/referee/games"
	"arbiter/server/dispatch"
	"arbiter/server/league"
	"arbiter/server/resolve"
)

// Register finds, builds and starts a bot once, and keeps it as a candidate.
// The same files are the same bot, however often they are registered: the first
// owner keeps it.
func (s *Scheduler) Register(ctx context.Context, game, typed string, by Asker) (league.KnownBot, error) {
	if _, err := games.Find(game); err != nil {
		return league.KnownBot{}, league.FieldError{Field: "game", Err: err}
	}
	c, err := s.resolve(ctx, game, typed, by)
	if err == nil {
		err = resolve.TryStart(s.Pool.Isolation, c)
	}
	if err != nil {
		return league.KnownBot{}, inField("bot", err)
	}
	if err := s.Store.RegisterBot(ctx, c.Bot, now()); err != nil {
		return league.KnownBot{}, err
	}
	return s.Store.KnownBot(ctx, game, c.Bot.ID)
}

// resolve resolves a bot as an asker has typed it. It alone starts what somebody
// else has chosen, so it asks whether that may be.
func (s *Scheduler) resolve(ctx context.Context, game, typed string, by Asker) (dispatch.Contender, error) {
	if err := by.may(typed); err != nil {
		return dispatch.Contender{}, err
	}
	c, err := s.Resolver.One(ctx, typed, game)
	c.Bot.Owner = by.brings(typed)
	return c, err
}

// find finds bots that are named by their ID or as they are typed, in order.
func (s *Scheduler) find(ctx context.Context, game string, bots []string, by Asker) ([]dispatch.Contender, error) {
	var all []dispatch.Contender
	for i, name := range bots {
		c, err := s.findOne(ctx, game, name, by)
		if err != nil {
			return nil, inField(fmt.Sprintf("bots[%d]", i), err)
		}
		all = append(all, c)
	}
	return all, nil
}

func (s *Scheduler) findOne(ctx context.Context, game, name string, by Asker) (dispatch.Contender, error) {
	known, err := s.Store.KnownBot(ctx, game, name)
	switch {
	case name == league.HumanID:
		return dispatch.Contender{}, league.Conflictf("a human is not a bot; to play yourself take a seat at /play")
	case errors.Is(err, league.ErrNotFound):
		c, err := s.resolve(ctx, game, name, by)
		if err == nil {
			err = s.mayEnter(ctx, c.Bot)
		}
		return c, err
	case err != nil:
		return dispatch.Contender{}, err
	}
	if err := s.mayEnter(ctx, known.Bot); err != nil {
		return dispatch.Contender{}, err
	}
	kept, ok, err := s.Files.Get(known.Bot)
	if ok || err != nil {
		return kept, err
	}
	resolver := s.Resolver
	resolver.Build.Admit = by.Build
	c, err := resolver.One(ctx, known.Typed, game)
	if err != nil {
		return dispatch.Contender{}, err
	}
	if c.Bot.ID != known.ID {
		return dispatch.Contender{}, league.Conflictf("bot %s has changed: %s is now %s; register the new one", name, known.Typed, c.Bot.ID)
	}
	return dispatch.Contender{Bot: known.Bot, Spec: c.Spec}, nil
}

// mayEnter refuses a bot that is not to be played, by whatever name it came.
func (s *Scheduler) mayEnter(ctx context.Context, bot league.Bot) error {
	out, err := s.Store.OutOfPlay(ctx, bot.Game, bot.ID)
	if err == nil && out {
		err = league.Conflictf("bot %s is disabled or retired; enable it first", bot.ID)
	}
	return err
}

// contenders finds the bots of a tournament, by ID.
func (s *Scheduler) contenders(ctx context.Context, t league.Tournament) (map[string]dispatch.Contender, error) {
	entered, err := s.Store.Bots(ctx, t.ID)
	if err != nil {
		return nil, err
	}
	byID := map[string]dispatch.Contender{}
	for _, bot := range entered {
		if byID[bot.ID], err = s.unchanged(ctx, bot); err != nil {
			return nil, err
		}
	}
	return byID, nil
}

// unchanged finds a bot that was entered, to the byte: the copy of its files,
// or what it was typed as.
func (s *Scheduler) unchanged(ctx context.Context, bot league.Bot) (dispatch.Contender, error) {
	kept, ok, err := s.Files.Get(bot)
	if ok || err != nil {
		return kept, err
	}
	c, err := s.Resolver.One(ctx, bot.Typed, bot.Game)
	if err != nil {
		return c, err
	}
	if c.Bot.ID != bot.ID {
		return c, league.Conflictf("bot %s has changed since it was entered: %s is now %s; restore it, or enter the new one", bot.ID, bot.Typed, c.Bot.ID)
	}
	return dispatch.Contender{Bot: bot, Spec: c.Spec}, nil
}
