package runner

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/check"
	"arbiter/server/playing/engine"
	"arbiter/server/playing/resolve"
	"arbiter/server/terminal/client"
)

// Remote is a Runner that has a server play.
type Remote struct {
	Client *client.Client
	Server string    // URL, as typed
	Typed  string    // the flags that name the server, for hints
	Log    io.Writer // receives the output of failed builds, and the URL of the tournament
	// TokenVariable is the environment variable that holds the token. Hints
	// mention it.
	TokenVariable string
	Ladder        string   // of the server, which bots that are uploaded are to enter; "" for none
	Own           []string // files and folders of Arbiter's, which are part of no bot
}

// Resolve implements Runner.
func (r *Remote) Resolve(ctx context.Context, game string, typed []string) ([]league.Bot, error) {
	var bots []league.Bot
	for i, arg := range typed {
		at := ctx
		if len(typed) > 1 {
			at = resolve.At(ctx, i+1, len(typed))
		}
		var b league.Bot
		err := resolve.Slowly(r.Log, resolve.Building(at, arg)+" on the server", func() (err error) {
			b, err = r.resolveOne(ctx, game, arg)
			return err
		})
		var p *client.Problem
		if errors.As(err, &p) {
			io.WriteString(r.Log, p.Output()) // of its build
		}
		if field := (league.FieldError{}); errors.As(err, &field) && p != nil && p.Usage() && !p.BuildFailed() {
			err = league.UsageError{Err: field.Err} // it names the bot
		}
		if err != nil {
			return nil, usage(err)
		}
		bots = append(bots, b)
	}
	for i, b := range bots {
		for j, other := range bots[:i] {
			if b.Name == other.Name && b.ID != other.ID {
				fmt.Fprintf(r.Log, "%s and %s are two bots with one name; NAME=BOT gives a command line another one.\n", typed[j], typed[i])
			}
		}
	}
	return bots, nil
}

// botID matches the ID of a bot, NAME@DIGEST.
var botID = regexp.MustCompile(`^\S+@[0-9a-f]{8}$`)

// resolveOne uploads a bot that is a local folder or source file, or one in a commit
// of the repository here. Anything else is the ID of a bot that the server knows, or is
// resolved on the server's machine.
func (r *Remote) resolveOne(ctx context.Context, game, arg string) (league.Bot, error) {
	name, bot := resolve.SplitName(arg)
	commit := strings.HasPrefix(bot, resolve.GitPrefix)
	info, err := os.Stat(bot)
	folder := !commit && err == nil && info.IsDir()
	switch {
	case name != "" && (commit || folder):
		return league.Bot{}, league.Usagef("bot %s: the name of a folder that is uploaded is in its %s; want name = %q there", arg, process.BotFile, name)
	case commit:
		return r.uploadCommit(ctx, game, arg)
	case folder, process.IsSource(bot):
		return r.upload(ctx, game, arg, name, bot)
	}
	if botID.MatchString(arg) {
		if b, err := r.Client.Bot(ctx, game, arg); !errors.Is(err, league.ErrNotFound) {
			return b, err
		}
	}
	b, err := r.Client.Register(ctx, game, arg)
	var p *client.Problem
	if _, builtin := resolve.BuiltinPath(arg); !builtin && errors.As(err, &p) && p.Forbidden() {
		err = fmt.Errorf("bot %s: %w; make it a source file or a folder with a %s, which is uploaded and takes the scope play alone", arg, err, process.BotFile)
	}
	return b, err
}

// uploadCommit uploads the folder of a bot typed as git:REF[:path] as it was
// committed. The server has another repository, or none.
func (r *Remote) uploadCommit(ctx context.Context, game, typed string) (b league.Bot, err error) {
	dir, err := os.MkdirTemp("", "arbiter-git-")
	if err != nil {
		return b, err
	}
	defer func() { err = errors.Join(err, process.RemoveFolder(dir)) }()
	folder, err := resolve.Export(ctx, typed, dir)
	if err != nil {
		return b, err
	}
	return r.upload(ctx, game, typed, "", folder)
}

// upload uploads a bot that is a folder, or a source file, which is called as the bot
// is to be.
func (r *Remote) upload(ctx context.Context, game, typed, name, path string) (league.Bot, error) {
	spec, err := process.Resolve(path, r.Own...)
	if err != nil {
		return league.Bot{}, league.UsageError{Err: err} // the server would report the same after the upload
	}
	spec.Name = cmp.Or(name, spec.Name)
	archive, err := botstore.Pack(spec)
	if errors.As(err, new(league.UsageError)) {
		return league.Bot{}, league.Usagef("bot %s: %w", typed, err)
	}
	if err != nil {
		return league.Bot{}, err
	}
	b, err := r.Client.Upload(ctx, game, r.Ladder, archive)
	b.Typed = typed
	return b, err
}

// Known implements Runner.
func (r *Remote) Known(ctx context.Context, game string, same league.Bot) (league.Bot, bool, error) {
	b, err := r.Client.SameBot(ctx, game, same)
	if errors.Is(err, league.ErrNotFound) {
		return b, false, nil
	}
	return b, err == nil, usage(err)
}

// Flag implements Runner.
func (r *Remote) Flag() string { return r.Typed }

// Entered implements Runner.
func (r *Remote) Entered(ctx context.Context, name string) (league.Tournament, error) {
	t, err := r.Client.Tournament(ctx, name)
	return league.Tournament{ID: name, Game: t.Game, Series: t.Series}, usage(err)
}

// Keep implements Runner.
func (r *Remote) Keep(ctx context.Context, f league.Findings) error {
	return r.Client.SaveFindings(ctx, f)
}

// Enter implements Runner. It creates the tournament on the server. The name of
// a check consists of the game and the two bots; if a check with this name has
// other starts, limits or hypotheses, a digest of them is appended.
func (r *Remote) Enter(ctx context.Context, e Entry) (Tournament, error) {
	t, err := r.enterAs(ctx, e)
	var p *client.Problem
	if e.Test != nil && errors.As(err, &p) && p.Conflict() {
		sum := sha256.Sum256(fmt.Append(nil, e.Starts, e.Limits, *e.Test))
		e.ID += fmt.Sprintf(" %x", sum[:4])
		t, err = r.enterAs(ctx, e)
	}
	if err != nil {
		return nil, usage(err)
	}
	if !e.Again {
		fmt.Fprintf(r.Log, "Watch it at %s\n", t.page())
	}
	return t, nil
}

func (r *Remote) enterAs(ctx context.Context, e Entry) (*remoteTournament, error) {
	t := &remoteTournament{Entry: e, Remote: r, known: map[string]bool{}}
	var x league.Experiment
	if e.Test != nil {
		t.check = check.New(e.Rules, e.Tournament, *e.Test)
		x = t.check
	}
	if !e.Series.IsZero() {
		x = e.Series
	}
	t.seen = engine.NewSeen(e.Tournament, x)
	// Matches that exist before the tournament is started are of earlier runs.
	var earlier []engine.Event
	err := t.readNew(ctx, func(event engine.Event) {
		event.Earlier = true
		earlier = append(earlier, event)
	})
	if err != nil && !errors.Is(err, league.ErrNotFound) {
		return nil, err
	}
	if e.Test != nil {
		t.mark = 0 // a longer check may count more results of other tournaments, which come first
		err = r.Client.Check(ctx, e.Tournament, e.Positions, *e.Test)
	} else {
		err = r.Client.Create(ctx, e.Tournament, e.Positions, e.Anchor)
	}
	if err != nil {
		return nil, err
	}
	for _, event := range earlier {
		t.happened(event)
	}
	return t, nil
}
