// Package core provides league.Service over a database, in this process: it finds bots,
// plays tournaments and ladders, and reads what was played. A server and the command line
// use the same one. A core that only reads starts nothing.
package core

import (
	"context"
	"errors"
	"sync"
	"time"

	"arbiter/server/league"
	"arbiter/server/serving/scheduler"
)

// A Core is a league.Service. Its exported fields are set before use.
type Core struct {
	Store league.Store
	Plays *scheduler.Scheduler // of a core that only reads, one that is never run
	// Closing is called by Close after the last match; nil for nothing.
	Closing func() error

	running sync.Once
	stop    context.CancelFunc // nil until something is played
	ended   chan struct{}      // closed when nothing is played any more
	err     error              // of playing; set before ended is closed
	closing sync.Once
}

// run begins to play, once.
func (c *Core) run() {
	c.running.Do(func() {
		ctx, stop := context.WithCancel(context.Background())
		c.stop, c.ended = stop, make(chan struct{})
		go func() {
			defer close(c.ended)
			c.err = c.Plays.Run(ctx, scheduler.Grace)
		}()
	})
}

// broken returns why this process cannot play any more; nil while it can.
func (c *Core) broken() error {
	select {
	case <-c.ended:
		return c.err
	default:
		return nil
	}
}

// Close implements league.Service.
func (c *Core) Close() (err error) {
	c.closing.Do(func() {
		if c.stop != nil {
			c.stop()
			<-c.ended
			err = c.err
		}
		if c.Closing != nil {
			err = errors.Join(err, c.Closing())
		}
	})
	return err
}

// Page implements league.Service.
func (c *Core) Page(...string) string { return "" }

// EnterBots implements league.BotService.
func (c *Core) EnterBots(ctx context.Context, game string, typed []string) ([]league.Bot, error) {
	return c.Plays.Enter(ctx, game, typed)
}

// SameBot implements league.BotService. It never finds a bot: only finding the bot's files
// would tell whether they are still the same.
func (c *Core) SameBot(_ context.Context, game string, same league.Bot) (league.Bot, error) {
	return league.Bot{}, league.NotFoundError{Kind: league.ABot, Game: game, Name: same.Content()}
}

// CreateTournament implements league.TournamentService.
func (c *Core) CreateTournament(ctx context.Context, o league.Order) (league.Tournament, error) {
	return c.Plays.CreateOrder(ctx, o)
}

// Tournament implements league.TournamentService.
func (c *Core) Tournament(ctx context.Context, name string) (league.Tournament, error) {
	return c.Store.Tournament(ctx, name)
}

// Tournaments implements league.TournamentService.
func (c *Core) Tournaments(ctx context.Context) ([]league.TournamentStatus, error) {
	return c.Store.TournamentStatuses(ctx, league.TournamentQuery{Without: league.SinglesPrefix})
}

// Bots implements league.TournamentService.
func (c *Core) Bots(ctx context.Context, tournament string) ([]league.Bot, error) {
	return c.Store.Bots(ctx, tournament)
}

// StartTournament implements league.TournamentService.
func (c *Core) StartTournament(ctx context.Context, name string, o league.StartOptions) error {
	c.run()
	return c.Plays.StartWith(ctx, name, o)
}

// PauseTournament implements league.TournamentService. It waits for the running matches.
func (c *Core) PauseTournament(ctx context.Context, name string) error {
	if err := c.Plays.Pause(ctx, name); err != nil {
		return err
	}
	return c.Plays.AwaitSettled(ctx, name)
}

// Slots implements league.TournamentService.
func (c *Core) Slots(context.Context) (int, error) { return c.Plays.Pool.Size(), nil }

// SaveFindings implements league.TournamentService.
func (c *Core) SaveFindings(ctx context.Context, f league.Findings) error {
	return c.Store.SaveFindings(ctx, f)
}

// mostNews is how many matches News returns at a time.
const mostNews = 10_000

// News implements league.TournamentService.
func (c *Core) News(ctx context.Context, name string, after league.Mark, wait time.Duration) (n league.News, err error) {
	if wait > 0 {
		waiting, end := context.WithTimeout(ctx, wait)
		c.Plays.AwaitChange(waiting, name)
		end()
	}
	if err := c.broken(); err != nil {
		return n, err
	}
	// The state first: what was stored before it became done is then included.
	status, err := c.Plays.Status(ctx, name)
	if err != nil {
		return n, err
	}
	n.State, n.Why = status.State, status.Why
	until, err := c.Store.Mark(ctx)
	if err != nil {
		return n, err
	}
	voids, err := c.Store.Voids(ctx, name)
	if err != nil {
		return n, err
	}
	n.Voids = league.SumVoids(voids)
	for _, v := range voids {
		if v.PutOff {
			n.PutOff = append(n.PutOff, v.Pairing.Start)
		}
	}
	n.Mark = after
	if after == 0 {
		if n.Matches, err = c.reused(ctx, name); err != nil {
			return n, err
		}
	}
	own := 0
	err = c.Store.EachMatchAfter(ctx, name, after, mostNews, func(mark league.Mark, m league.Match) {
		own++
		n.Mark = mark
		n.Matches = append(n.Matches, m)
	})
	n.More = own == mostNews
	if !n.More { // skip the matches that other tournaments played meanwhile
		n.Mark = max(n.Mark, until)
	}
	return n, err
}

// reused returns the matches of other tournaments that count in one.
func (c *Core) reused(ctx context.Context, name string) ([]league.Match, error) {
	tests, err := c.Store.Checks(ctx)
	if err != nil {
		return nil, err
	}
	test, check := tests[name]
	if !check && !c.Plays.CountsKnown(name) {
		return nil, nil
	}
	t, err := c.Store.Tournament(ctx, name)
	if err != nil {
		return nil, err
	}
	if !c.Plays.CountsKnown(name) && !test.Reuses(t) {
		return nil, nil
	}
	g, err := c.Plays.Games.Find(t.Game)
	if err != nil {
		return nil, err
	}
	return c.Store.SoloResults(ctx, t, g.Info().Rules)
}
