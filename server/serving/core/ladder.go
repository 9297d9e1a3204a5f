package core

import (
	"context"

	"arbiter/server/league"
	"arbiter/server/playing/ladder"
	"arbiter/server/serving/scheduler"
)

// OpenLadder implements league.LadderService.
func (c *Core) OpenLadder(ctx context.Context, l league.OpenLadder) (league.LadderStanding, error) {
	if err := c.Plays.OpenLadder(ctx, l); err != nil {
		return league.LadderStanding{}, err
	}
	return c.Ladder(ctx, l.Name)
}

// Ladder implements league.LadderService.
func (c *Core) Ladder(ctx context.Context, name string) (l league.LadderStanding, err error) {
	// The requests first: one that is obeyed meanwhile is an entry then.
	if l.Asked, err = c.Store.LadderRequests(ctx, name); err != nil {
		return l, err
	}
	asked := l.Asked
	if l, err = c.Plays.Ladder(ctx, name); err != nil {
		return l, err
	}
	l.Asked, l.Names = asked, ladder.Names(l.Entries, asked)
	l.Failures, err = c.Store.LadderFailures(ctx, name)
	return l, err
}

// EnterLadder implements league.LadderService.
func (c *Core) EnterLadder(ctx context.Context, name, typed string, may func(league.Bot) error) (bot league.Bot, news bool, err error) {
	by := scheduler.Asker{AnyBot: true, MayEnter: may}
	bot, news, err = c.Plays.EnterLadder(ctx, name, typed, "", by, nil)
	if err == nil || ctx.Err() != nil {
		return bot, news, err
	}
	c.Plays.KeepBuildFailure(ctx, name, err, func(string) bool { return true })
	return bot, false, err
}

// LeaveLadder implements league.LadderService.
func (c *Core) LeaveLadder(ctx context.Context, name, bot string) error {
	l, err := c.Ladder(ctx, name)
	if err == nil {
		err = ladder.CheckName(name, bot, l.Names)
	}
	if err != nil {
		return err
	}
	return c.Plays.LeaveLadder(ctx, name, bot, nil)
}

// PlayLadder implements league.LadderService.
func (c *Core) PlayLadder(ctx context.Context, name string, matches int) error {
	c.run()
	return c.Plays.ResumeLadder(ctx, name, matches)
}

// PauseLadder implements league.LadderService.
func (c *Core) PauseLadder(ctx context.Context, name string) error {
	return c.Plays.PauseLadder(ctx, name)
}
