package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"time"

	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/server/botstore"
	"arbiter/server/client"
	"arbiter/server/league"
)

// away is the venue of a server.
type away struct {
	client *client.Client
	remote
	said io.Writer // gets what a build says that fails there, and where to look
}

func (a *away) find(ctx context.Context, game string, typed []string) ([]league.Bot, error) {
	var bots []league.Bot
	for _, arg := range typed {
		b, err := a.findOne(ctx, game, arg)
		var p *client.Problem
		if errors.As(err, &p) {
			io.WriteString(a.said, p.Output()) // what its build printed
		}
		if err != nil {
			return nil, told(err)
		}
		bots = append(bots, b)
	}
	return bots, nil
}

// botID is what a server calls a bot that it knows.
var botID = regexp.MustCompile(`^\S+@[0-9a-f]{8}$`)

// findOne sends a bot that is a folder here. Everything else means something
// on the server's machine, or is a bot that it knows.
func (a *away) findOne(ctx context.Context, game, arg string) (league.Bot, error) {
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return a.send(ctx, game, arg)
	}
	if botID.MatchString(arg) {
		if b, err := a.client.Bot(ctx, game, arg); !errors.Is(err, league.ErrNotFound) {
			return b, err
		}
	}
	return a.client.Register(ctx, game, arg)
}

func (a *away) send(ctx context.Context, game, folder string) (league.Bot, error) {
	if _, err := process.Resolve(folder); err != nil {
		return league.Bot{}, league.UsageError{Err: err} // the same is told sooner here
	}
	archive, err := botstore.Pack(folder, process.NotOfTheBot)
	if errors.As(err, new(league.UsageError)) {
		return league.Bot{}, league.Usagef("bot %s: %w", folder, err)
	}
	if err != nil {
		return league.Bot{}, err
	}
	b, err := a.client.Upload(ctx, game, archive)
	b.Typed = folder
	return b, err
}

func (a *away) known(ctx context.Context, game, digest string) (league.Bot, bool, error) {
	b, err := a.client.BotOfDigest(ctx, game, digest)
	if errors.Is(err, league.ErrNotFound) {
		return b, false, nil
	}
	return b, err == nil, told(err)
}

func (a *away) flag() string { return "--server " + quote(a.Server) }

// enter makes the tournament on the server. The name of a check says only who
// meets; where there is one of that name with other starts, limits or bounds,
// this one gets a name of its own.
func (a *away) enter(ctx context.Context, e entry) (contest, error) {
	f, err := a.enterAs(ctx, e)
	var p *client.Problem
	if e.test != nil && errors.As(err, &p) && p.Conflict() {
		sum := sha256.Sum256(fmt.Append(nil, e.Starts, e.Limits, *e.test))
		e.ID += fmt.Sprintf(" %x", sum[:4])
		f, err = a.enterAs(ctx, e)
	}
	if err != nil {
		return nil, told(err)
	}
	fmt.Fprintf(a.said, "It can be watched at %s\n", f.page())
	return f, nil
}

func (a *away) enterAs(ctx context.Context, e entry) (*followed, error) {
	f := &followed{entry: e, away: a}
	// What is there before it is started was played before.
	err := f.news(ctx, func(m league.Match) bool {
		f.before = append(f.before, m)
		return false
	})
	if err != nil && !errors.Is(err, league.ErrNotFound) {
		return nil, err
	}
	if e.test != nil {
		return f, a.client.Check(ctx, e.Tournament, e.setups, *e.test)
	}
	return f, a.client.Create(ctx, e.Tournament, e.setups, e.anchor)
}

// followed is a tournament that the server plays.
type followed struct {
	entry
	*away
	before []league.Match
	mark   league.Mark
	state  league.TournamentState // as of the last news
	why    string
}

func (f *followed) tournament() league.Tournament { return f.Tournament }

func (f *followed) close() error { return nil }

// page is where people look at it.
func (f *followed) page() string {
	if f.test != nil {
		return f.client.URL("checks", f.ID)
	}
	return f.client.URL("tournaments", f.ID)
}

func (f *followed) earlier(_ context.Context, add func(league.Match)) (n int, wait func() error, err error) {
	for _, m := range f.before {
		add(m)
	}
	n, f.before = len(f.before), nil
	return n, func() error { return nil }, nil
}

// news hands the matches that are new to add, until it has had enough.
func (f *followed) news(ctx context.Context, add func(league.Match) (enough bool)) error {
	for {
		news, err := f.client.Outcomes(ctx, f.ID, f.mark)
		if err != nil {
			return err
		}
		for _, m := range news.Matches {
			if add(m) {
				return nil
			}
		}
		f.mark, f.state, f.why = news.Mark, news.State, news.Why
		if !news.More {
			return nil
		}
	}
}

// How often the server is asked: a short tournament is not made longer by it,
// and a long one is not slowed down.
const (
	askFirst = 50 * time.Millisecond
	askLater = time.Second
)

// play has the server play what is left.
func (f *followed) play(ctx context.Context, add func(league.Match) (enough bool)) (ending, error) {
	had := false
	count := func(m league.Match) bool {
		had = add(m)
		return had
	}
	err := f.client.Start(ctx, f.ID)
	for pause := askFirst; ; pause = min(pause*3/2, askLater) {
		if err == nil {
			err = f.news(ctx, count)
		}
		switch {
		case had || f.state == league.Done:
			return ending{done: true}, nil
		case errors.Is(ctx.Err(), context.DeadlineExceeded):
			return ending{}, told(f.pause(context.WithoutCancel(ctx), count))
		case ctx.Err() != nil:
			return ending{hint: f.goesOn()}, nil
		case err != nil:
			return ending{}, told(err)
		case f.state == league.Failed:
			return ending{}, fmt.Errorf("%s: tournament %s has failed: %s", f.Server, f.ID, f.why)
		case f.state != league.Running:
			return ending{
				why:  fmt.Sprintf("It is %s on the server; the same command goes on.", f.state),
				hint: fmt.Sprintf("The tournament is %s on the server: %s\nThe same command goes on.", f.state, f.page()),
			}, nil
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
		}
	}
}

// pause has the server begin no more matches, and reads what came last.
func (f *followed) pause(ctx context.Context, add func(league.Match) (enough bool)) error {
	err := f.client.Pause(ctx, f.ID)
	var p *client.Problem
	if err != nil && !(errors.As(err, &p) && p.Conflict()) { // it has just ended
		return err
	}
	return f.news(ctx, add)
}

func (f *followed) goesOn() string {
	token := ""
	if f.client.HasToken() {
		token = `-H "Authorization: Bearer $` + tokenVariable + `" `
	}
	return fmt.Sprintf("The server goes on with it: %s\nTo pause it there: curl -X POST %s%s\nThe same command waits for it again.",
		f.page(), token, f.client.URL("api", "tournaments", f.ID, "pause"))
}

func (f *followed) faultOf(ctx context.Context, match string, seat int) (*referee.Fault, error) {
	m, err := f.client.Match(ctx, match)
	return referee.Result{Faults: m.Faults}.FaultOf(seat), told(err)
}
