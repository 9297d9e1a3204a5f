// Package resolve turns bots as they are typed into contenders that can be
// started. A Resolver accepts folders, files, command lines, builtin bots and git
// commits; it builds the bot and computes its digest. The package keeps no copies
// of bots; package botstore does.
package resolve

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"arbiter/bots"
	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// Prefixes of a bot as typed that is not a folder, file or command line.
const (
	BuiltinPrefix = "builtin:" // then a path, for example domain/greedy
	GitPrefix     = "git:"     // then a branch, tag or commit and optionally ":" and a folder
)

// A BuildError reports a bot that could not be built. It is wrapped in a
// league.UsageError.
type BuildError struct {
	error
	output string
}

// Unwrap returns the reason.
func (e BuildError) Unwrap() error { return e.error }

// Output returns the first and the last part of the build's output, as
// process.Build returns it: a terminal may show it.
func (e BuildError) Output() string { return e.output }

// A Resolver resolves bots. Its fields are set before use.
type Resolver struct {
	Output io.Writer // receives the output of a build that fails; nil discards it
	Build  process.BuildOptions
	// Builtin is a program that plays the builtin bot that its only argument names;
	// "" for this program with BuiltinVerb.
	Builtin string
}

// All resolves several bots of a game, in order, and tells command lines apart
// that would have the same name. It stops at the first error, as of One; two bots
// that have the same ID and are not the same are a league.UsageError.
func (r Resolver) All(ctx context.Context, typed []string, game string) ([]dispatch.Contender, error) {
	var contenders []dispatch.Contender
	for _, arg := range typed {
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
	if name != "" {
		c.Bot, c.Spec.Name = c.Bot.Named(name, typed), name
	}
	if err := league.CheckName(c.Bot.Name); err != nil {
		return dispatch.Contender{}, league.Usagef("bot %s: name: %w; give it another one, as NAME=BOT", arg, err)
	}
	return c, nil
}

func (r Resolver) one(ctx context.Context, arg, game string) (dispatch.Contender, error) {
	if path, ok := strings.CutPrefix(arg, BuiltinPrefix); ok {
		return r.builtin(arg, path, game)
	}
	where, commit := arg, ""
	if rest, ok := strings.CutPrefix(arg, GitPrefix); ok {
		var err error
		if where, commit, err = checkOut(ctx, rest); err != nil {
			return dispatch.Contender{}, err
		}
	}
	spec, err := process.Resolve(where)
	if err != nil {
		path := game + "/" + strings.TrimPrefix(arg, game+"/")
		if _, _, unknown := bots.Find(path); unknown == nil {
			err = fmt.Errorf("%w; the builtin bot is %s%s", err, BuiltinPrefix, path)
		}
		return dispatch.Contender{}, league.UsageError{Err: err}
	}
	if len(spec.Games) > 0 && !slices.Contains(spec.Games, game) {
		return dispatch.Contender{}, league.Usagef("bot %s plays %s, not %s", arg, strings.Join(spec.Games, ", "), game)
	}
	output, err := process.Build(ctx, spec, r.Build)
	if errors.As(err, new(*process.SpecError)) {
		if r.Output != nil {
			io.WriteString(r.Output, output)
		}
		err = league.UsageError{Err: BuildError{err, output}}
	}
	if err != nil {
		return dispatch.Contender{}, err
	}
	digests, err := spec.Digests()
	if err != nil {
		return dispatch.Contender{}, unreadable(err)
	}
	version := spec.Version
	if commit != "" {
		version = commit
	}
	bot := league.NewBot(game, spec.Name, arg, version, digests.XXH64)
	bot.SHA256 = digests.SHA256
	return dispatch.Contender{Bot: bot, Spec: spec}, nil
}

// unreadable makes a usage error of that of a folder whose files cannot be read
// as a bot's; any other is the machine's.
func unreadable(err error) error {
	if errors.As(err, new(*process.SpecError)) || errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return league.UsageError{Err: err}
	}
	return err
}

// BuiltinVerb is the hidden verb of the command line that plays a builtin bot
// over stdin and stdout.
const BuiltinVerb = "bot"

// RecordedFlag of BuiltinVerb makes a builtin bot read the recorded answers of its
// seat before its input; see package bots/recorded.
const RecordedFlag = "--recorded"

// Told makes a builtin bot one that is told what its seat has answered before it
// joins a branch: this program with RecordedFlag. Other contenders are returned as
// they are.
func Told(c dispatch.Contender) dispatch.Contender {
	_, typed := SplitName(c.Bot.Typed)
	if path, ok := strings.CutPrefix(typed, BuiltinPrefix); ok {
		if self, err := os.Executable(); err == nil {
			c.Spec.Command, c.Told = []string{self, BuiltinVerb, RecordedFlag, path}, true
		}
	}
	return c
}

// builtin finds a builtin bot. It runs as a process like any other bot.
func (r Resolver) builtin(arg, path, game string) (dispatch.Contender, error) {
	bot, _, err := bots.Find(path)
	if err != nil {
		return dispatch.Contender{}, league.UsageError{Err: err}
	}
	if bot.Game != game {
		return dispatch.Contender{}, league.Usagef("bot %s plays %s, not %s", arg, bot.Game, game)
	}
	command := []string{r.Builtin, path}
	if r.Builtin == "" {
		self, err := os.Executable()
		if err != nil {
			return dispatch.Contender{}, fmt.Errorf("bot %s: %w", arg, err)
		}
		command = []string{self, BuiltinVerb, path}
	}
	// The program that plays it is Arbiter itself, whose bots have revisions.
	what := bot.Revision + " " + path
	sum := sha256.Sum256([]byte(BuiltinPrefix + what))
	name := strings.TrimPrefix(path, game+"/")
	found := league.NewBot(game, name, arg, bot.Revision, fmt.Sprintf("%016x", xxhash.Sum64String(what)))
	found.SHA256 = hex.EncodeToString(sum[:])
	return dispatch.Contender{Bot: found, Spec: process.Spec{Name: name, Version: bot.Revision, Command: command}}, nil
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
