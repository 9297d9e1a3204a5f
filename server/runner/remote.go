package runner

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"

	"arbiter/referee/process"
	"arbiter/server/botstore"
	"arbiter/server/client"
	"arbiter/server/league"
)

// Remote is the Runner of a server.
type Remote struct {
	Client *client.Client
	Server string    // as it was typed
	Log    io.Writer // gets the output of builds that fail there, and where to look
	// TokenVariable is the environment variable with the token, for hints.
	TokenVariable string
}

// Resolve implements Runner.
func (a *Remote) Resolve(ctx context.Context, game string, typed []string) ([]league.Bot, error) {
	var bots []league.Bot
	for _, arg := range typed {
		b, err := a.resolveOne(ctx, game, arg)
		var p *client.Problem
		if errors.As(err, &p) {
			io.WriteString(a.Log, p.Output()) // what its build printed
		}
		if err != nil {
			return nil, usage(err)
		}
		bots = append(bots, b)
	}
	return bots, nil
}

// botID is what a server calls a bot that it knows.
var botID = regexp.MustCompile(`^\S+@[0-9a-f]{8}$`)

// resolveOne sends a bot that is a folder here. Everything else means something
// on the server's machine, or is a bot that it knows.
func (a *Remote) resolveOne(ctx context.Context, game, arg string) (league.Bot, error) {
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return a.send(ctx, game, arg)
	}
	if botID.MatchString(arg) {
		if b, err := a.Client.Bot(ctx, game, arg); !errors.Is(err, league.ErrNotFound) {
			return b, err
		}
	}
	return a.Client.Register(ctx, game, arg)
}

func (a *Remote) send(ctx context.Context, game, folder string) (league.Bot, error) {
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
	b, err := a.Client.Upload(ctx, game, archive)
	b.Typed = folder
	return b, err
}

// ByDigest implements Runner.
func (a *Remote) ByDigest(ctx context.Context, game, digest string) (league.Bot, bool, error) {
	b, err := a.Client.BotOfDigest(ctx, game, digest)
	if errors.Is(err, league.ErrNotFound) {
		return b, false, nil
	}
	return b, err == nil, usage(err)
}

// Flag implements Runner.
func (a *Remote) Flag() string { return "--server " + Quote(a.Server) }

// Enter implements Runner. It makes the tournament on the server. The name of a check says only who
// meets; where there is one of that name with other starts, limits or bounds,
// this one gets a name of its own.
func (a *Remote) Enter(ctx context.Context, e Entry) (Tournament, error) {
	f, err := a.enterAs(ctx, e)
	var p *client.Problem
	if e.Test != nil && errors.As(err, &p) && p.Conflict() {
		sum := sha256.Sum256(fmt.Append(nil, e.Starts, e.Limits, *e.Test))
		e.ID += fmt.Sprintf(" %x", sum[:4])
		f, err = a.enterAs(ctx, e)
	}
	if err != nil {
		return nil, usage(err)
	}
	fmt.Fprintf(a.Log, "It can be watched at %s\n", f.page())
	return f, nil
}

func (a *Remote) enterAs(ctx context.Context, e Entry) (*remoteTournament, error) {
	f := &remoteTournament{Entry: e, Remote: a}
	// What is there before it is started was played before.
	err := f.news(ctx, func(m league.Match) bool {
		f.before = append(f.before, m)
		return false
	})
	if err != nil && !errors.Is(err, league.ErrNotFound) {
		return nil, err
	}
	if e.Test != nil {
		return f, a.Client.Check(ctx, e.Tournament, e.Positions, *e.Test)
	}
	return f, a.Client.Create(ctx, e.Tournament, e.Positions, e.Anchor)
}
