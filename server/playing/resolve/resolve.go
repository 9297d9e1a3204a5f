// Package resolve turns bots as they are typed into contenders that can be
// started. A Resolver accepts folders, files, command lines, builtin bots and git
// commits; it builds the bot and computes its digest. The package keeps no copies
// of bots; package botstore does.
package resolve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"arbiter/bots"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// Prefixes of a bot as typed that is not a folder, file or command line.
const (
	BuiltinPrefix = "builtin:" // then a path, for example domain/greedy
	GitPrefix     = "git:"     // then a branch, tag or commit and optionally ":" and a folder
)

// A Resolver resolves bots. Its fields are set before use.
type Resolver struct {
	Output io.Writer // receives the output of a build that fails; nil discards it
	// Progress is told what is built once that takes longer than a second; nil tells nobody.
	Progress io.Writer
	Build    process.BuildOptions
	// Builtin is a program that plays the builtin bot that its only argument names;
	// "" for this program with BuiltinVerb.
	Builtin string
	Own     []string // files and folders of Arbiter's, there or not, which are part of no bot
}

// All resolves several bots of a game, in order, and tells command lines apart
// that would have the same name. It stops at the first error, as of One; two bots
// that have the same ID and are not the same are a league.UsageError.
func (r Resolver) All(ctx context.Context, typed []string, game string) ([]dispatch.Contender, error) {
	var contenders []dispatch.Contender
	for i, arg := range typed {
		if len(typed) > 1 {
			ctx = WithNumber(ctx, i+1, len(typed))
		}
		c, err := r.One(ctx, arg, game)
		if err != nil {
			return nil, err
		}
		contenders = append(contenders, c)
	}
	tellApart(contenders)
	byID := map[string]league.Bot{}
	for _, c := range contenders {
		if known, ok := byID[c.Bot.ID]; ok {
			if err := league.CheckSame(known, c.Bot); err != nil {
				return nil, err
			}
		}
		byID[c.Bot.ID] = c.Bot
	}
	return contenders, nil
}

// One finds, checks and builds a bot of a game. NAME=BOT gives it a name. A
// mistake in what was typed or in the bot is a league.UsageError.
func (r Resolver) One(ctx context.Context, typed, game string) (dispatch.Contender, error) {
	name, arg := SplitName(typed)
	c, err := r.one(ctx, arg, game)
	if err != nil {
		return c, err
	}
	return named(c, name, typed)
}

// named gives a contender the name with which it was typed, if it was.
func named(c dispatch.Contender, name, typed string) (dispatch.Contender, error) {
	if name != "" {
		c.Bot, c.Spec.Name = c.Bot.Renamed(name, typed), name
	}
	if err := league.CheckName(c.Bot.Name); err != nil {
		return dispatch.Contender{}, league.Usagef("bot %s: name: %w; give it another one, as NAME=BOT", typed, err)
	}
	return c, nil
}

func (r Resolver) one(ctx context.Context, arg, game string) (dispatch.Contender, error) {
	if path, ok := strings.CutPrefix(arg, BuiltinPrefix); ok {
		c, err := r.builtin(arg, path, game)
		c.Builtin = true
		return c, err
	}
	var c dispatch.Contender
	err := Slowly(r.Progress, BuildingText(ctx, shown(arg)), func() (err error) {
		c, err = r.build(ctx, arg, game)
		return err
	})
	return c, err
}

// shown returns a bot as progress names it: a commit by the hash that was typed.
func shown(arg string) string {
	rest, ok := strings.CutPrefix(arg, GitPrefix)
	if !ok {
		return arg
	}
	ref, _, _ := strings.Cut(rest, ":")
	return shortRef(ref)
}

// build finds, builds and reads a bot that is not builtin.
func (r Resolver) build(ctx context.Context, arg, game string) (dispatch.Contender, error) {
	found, err := r.locate(ctx, arg, game)
	if err != nil {
		return dispatch.Contender{}, err
	}
	commit, name := found.commit, found.spec.Name
	var spec process.Spec
	var output string
	if found.note != "" {
		spec, output, err = process.PrepareOnce(ctx, found.spec, found.note, r.Build)
	} else {
		spec, output, err = process.Prepare(ctx, found.spec, r.Build)
	}
	if errors.As(err, new(*process.SpecError)) {
		if r.Output != nil {
			io.WriteString(r.Output, output)
		}
		err = league.UsageError{Err: league.BuildError{Bot: name, Output: output, Err: err}}
	}
	if err != nil {
		return dispatch.Contender{}, err
	}
	digests, err := spec.Digests()
	if err != nil {
		return dispatch.Contender{}, unreadable(err)
	}
	version := spec.Version
	switch {
	case commit != "" && spec.Recipe != "":
		version = commit + " " + spec.Version
	case commit != "":
		version = commit
	}
	bot := league.NewBot(game, spec.Name, arg, version, digests.XXH64)
	bot.SHA256 = digests.SHA256
	return dispatch.Contender{Bot: bot, Spec: spec, Output: output}, nil
}

// Entered returns a bot that was entered before, found where it was typed then. ok is false if
// it is not there or not the same to the byte. It builds nothing.
func (r Resolver) Entered(ctx context.Context, bot league.Bot) (c dispatch.Contender, ok bool) {
	_, arg := SplitName(bot.Typed)
	found, err := r.locate(ctx, arg, bot.Game)
	if err != nil {
		return c, false
	}
	spec := found.spec
	digests, err := spec.Digests()
	if err != nil || !bot.Same(league.Bot{Digest: digests.XXH64, SHA256: digests.SHA256}) {
		return c, false
	}
	if spec.Recipe != "" {
		if spec, ok = process.Kept(spec, r.Build.Cache); !ok {
			return c, false
		}
	}
	spec.Name, spec.Version = bot.Name, bot.Version
	return dispatch.Contender{Bot: bot, Spec: spec}, true
}

// A located bot has been found, and is not built.
type located struct {
	spec   process.Spec
	commit string // abbreviated, of git:REF
	note   string // of git:REF: the file that notes what was built
}

// locate finds a bot of a game that is not builtin, as it lies there.
func (r Resolver) locate(ctx context.Context, arg, game string) (found located, err error) {
	where := arg
	if rest, ok := strings.CutPrefix(arg, GitPrefix); ok {
		if where, found, err = checkOut(ctx, rest); err != nil {
			return found, err
		}
	}
	if found.spec, err = process.Resolve(where, r.Own...); err != nil {
		path := game + "/" + strings.TrimPrefix(arg, game+"/")
		if _, _, unknown := bots.Find(path); unknown == nil {
			err = fmt.Errorf("%w; the builtin bot is %s%s", err, BuiltinPrefix, path)
		}
		return found, league.UsageError{Err: err}
	}
	if games := found.spec.Games; len(games) > 0 && !slices.Contains(games, game) {
		return found, league.Usagef("bot %s plays %s, not %s", arg, strings.Join(games, ", "), game)
	}
	return found, nil
}

// unreadable makes a usage error of an error about a folder whose files cannot be read
// as a bot's. Any other error is the machine's.
func unreadable(err error) error {
	if errors.As(err, new(*process.SpecError)) || errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return league.UsageError{Err: err}
	}
	return err
}

// TryStart starts and closes each bot once, in a box if there are boxes, so that
// one that cannot start is reported before the first match, as a
// league.UsageError.
func TryStart(box *sandbox.Sandbox, contenders ...dispatch.Contender) error {
	for _, c := range contenders {
		table := process.Table{Isolation: box}
		p, err := table.Start(c.Spec)
		if err != nil {
			return league.UsageError{Err: err}
		}
		if _, err := p.Close(); err != nil {
			return err
		}
	}
	return nil
}
