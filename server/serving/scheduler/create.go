package scheduler

import (
	"context"
	"errors"
	"slices"

	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// Create makes a tournament of a plan. It is not started. A tournament of that
// name with the same definition is no error; with another one it is a
// league.ConflictError, unless the plan may and does extend it. Then one that has no
// match is replaced.
func (s *Scheduler) Create(ctx context.Context, p Plan) (league.Tournament, error) {
	t, contenders, err := s.define(ctx, &p)
	if err != nil {
		return t, err
	}
	return s.create(ctx, p, t, contenders)
}

// create is Create of a definition, whose bots have been found.
func (s *Scheduler) create(ctx context.Context, p Plan, t league.Tournament, contenders []dispatch.Contender) (league.Tournament, error) {
	s.copying.RLock()
	defer s.copying.RUnlock()
	if err := s.copyFiles(contenders); err != nil {
		return t, err
	}
	if err := s.tryStart(ctx, t.ID, contenders); err != nil {
		return t, atField("bots", err)
	}
	release, err := s.claim(ctx, t.ID)
	if err != nil {
		return t, err
	}
	defer release()
	before, err := s.Store.Tournament(ctx, t.ID)
	if err == nil {
		t.CreatedAt, t.Owner, t.Schedule, t.References = before.CreatedAt, before.Owner, before.Schedule, before.References
		if err := s.keepNames(ctx, before, &t, contenders); err != nil {
			return t, err
		}
		return t, s.createAgain(ctx, p, before, t, contenders)
	}
	if !errors.Is(err, league.ErrNotFound) {
		return t, err
	}
	if err := s.Store.SaveTournament(ctx, t, botsOf(contenders), p.Positions); err != nil {
		return t, err
	}
	if p.Test != nil {
		if err := s.Store.SaveCheck(ctx, t.ID, *p.Test); err != nil {
			return t, err
		}
	}
	for i, typed := range p.Bots {
		if typed == p.Anchor {
			return t, s.Store.SetAnchor(ctx, t.ID, t.Bots[i], now())
		}
	}
	return t, nil
}

// createAgain is Create where there is a tournament of that name; the claim is
// held.
func (s *Scheduler) createAgain(ctx context.Context, p Plan, before, t league.Tournament, contenders []dispatch.Contender) error {
	if s.capped(before.Limits) == t.Limits {
		t.Limits = before.Limits // made by the command line, without limits
	}
	longer := p.Extend && t.Continues(before, p.Test != nil)
	if !longer && !t.Same(before) {
		played, err := s.Store.PlayedIDs(ctx, t.ID)
		if err != nil {
			return err
		}
		longer = p.Extend && len(played) == 0 && t.Game == before.Game
	}
	if !longer && !t.Same(before) {
		return league.Conflictf("tournament %s already exists, with another definition: %s; extend it, or choose another name", t.ID, t.Difference(before))
	}
	if p.Test != nil {
		tests, err := s.Store.Checks(ctx)
		if err != nil {
			return err
		}
		test, ok := tests[t.ID]
		if asked := *p.Test; ok && p.Follows {
			asked.Elo0, asked.Elo1 = test.Elo0, test.Elo1
			if p.FollowsBy {
				asked.By, asked.Margin, asked.Gain, asked.Range, asked.Relative = test.By, test.Margin, test.Gain, test.Range, test.Relative
			}
			p.Test = &asked
		}
		if ok && !test.Same(*p.Test) {
			return league.Conflictf("check %s already exists, with another test; choose another name", t.ID)
		}
		if !ok || test != *p.Test {
			if err := p.mayChange(before); err != nil {
				return err
			}
		}
		if err := s.Store.SaveCheck(ctx, t.ID, *p.Test); err != nil {
			return err
		}
	}
	if longer {
		if err := p.mayChange(before); err != nil {
			return err
		}
		return s.redefine(ctx, t, botsOf(contenders), p.Positions)
	}
	return nil
}

// tryStart starts each bot once, in its copy, that is not in the tournament yet;
// s.copying is held for reading.
func (s *Scheduler) tryStart(ctx context.Context, tournament string, contenders []dispatch.Contender) error {
	before, err := s.Store.Bots(ctx, tournament)
	if err != nil && !errors.Is(err, league.ErrNotFound) {
		return err
	}
	var news []dispatch.Contender
	for _, c := range contenders {
		entered := slices.ContainsFunc(before, func(b league.Bot) bool { return b.ID == c.Bot.ID && b.Same(c.Bot) })
		if !entered && len(c.Spec.Command) > 0 {
			news = append(news, c)
		}
	}
	copies, err := s.fromCopies(news)
	if err != nil {
		return err
	}
	return resolve.Slowly(s.Resolver.Progress, "Starting each bot once", func() error {
		return resolve.TryStart(s.Pool.Isolation, copies...)
	})
}

// keepNames gives the bots of a tournament that is there the names under which they were
// entered: the same command line may have another name now.
func (s *Scheduler) keepNames(ctx context.Context, before league.Tournament, t *league.Tournament, contenders []dispatch.Contender) error {
	entered, err := s.Store.Bots(ctx, before.ID)
	if err != nil {
		return err
	}
	for i := range contenders {
		bot := &contenders[i].Bot
		for _, known := range entered {
			if !known.Same(*bot) || slices.Contains(t.Bots, known.ID) || slices.Contains(before.Bots, bot.ID) {
				continue
			}
			s.renameEntered(*bot, known)
			bot.ID, bot.Name = known.ID, known.Name
			t.Bots[i] = known.ID
			break
		}
	}
	return nil
}

// botsOf returns the bots of contenders, in order.
func botsOf(contenders []dispatch.Contender) []league.Bot {
	var bots []league.Bot
	for _, c := range contenders {
		bots = append(bots, c.Bot)
	}
	return bots
}
