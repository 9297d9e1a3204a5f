// Package resolve finds the bots that people name: folders, files, commands,
// builtin bots and commits. It builds them and takes their digest, so that what
// it returns can be started.
package resolve

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"arbiter/bots"
	"arbiter/referee/process"
	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// Prefixes of what a person types for a bot that is no folder, file or command.
const (
	BuiltinPrefix = "builtin:" // and a path such as domain/greedy
	GitPrefix     = "git:"     // and a branch, tag or commit, and perhaps ":" and a folder
)

// A BuildError reports a bot that could not be built. It comes inside a
// league.UsageError.
type BuildError struct {
	error
	output string
}

// Unwrap returns the reason.
func (e BuildError) Unwrap() error { return e.error }

// Output returns the end of what the build printed.
func (e BuildError) Output() string { return e.output }

// maxOutput is how many bytes of a build's output a BuildError keeps: the
// compiler's errors, and not megabytes of what follows from them.
const maxOutput = 16 << 10

// A Resolver finds bots. Its fields are set once.
type Resolver struct {
	Version string    // of this program: builtin bots change with it
	Output  io.Writer // gets the output of a build that fails; nil discards it
}

// All finds several bots of a game, in order.
func (r Resolver) All(ctx context.Context, typed []string, game string) ([]dispatch.Contender, error) {
	var contenders []dispatch.Contender
	for _, arg := range typed {
		c, err := r.One(ctx, arg, game)
		if err != nil {
			return nil, err
		}
		contenders = append(contenders, c)
	}
	return contenders, nil
}

// One finds, checks and builds a bot of a game.
func (r Resolver) One(ctx context.Context, arg, game string) (dispatch.Contender, error) {
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
		return dispatch.Contender{}, league.UsageError{Err: err}
	}
	if len(spec.Games) > 0 && !slices.Contains(spec.Games, game) {
		return dispatch.Contender{}, league.Usagef("bot %s plays %s, not %s", arg, strings.Join(spec.Games, ", "), game)
	}
	var output bytes.Buffer
	if err := process.Build(ctx, spec, &output); err != nil {
		text := output.String()
		if r.Output != nil {
			io.WriteString(r.Output, text)
		}
		return dispatch.Contender{}, league.UsageError{Err: BuildError{err, text[max(0, len(text)-maxOutput):]}}
	}
	digest, err := spec.Digest()
	if err != nil {
		return dispatch.Contender{}, fmt.Errorf("bot %s: %w", arg, err)
	}
	version := spec.Version
	if commit != "" {
		version = commit
	}
	return dispatch.Contender{Bot: league.NewBot(game, spec.Name, arg, version, digest), Spec: spec}, nil
}

// BuiltinVerb is the verb under which the program plays a builtin bot over its
// stdin and stdout. It is not for people.
const BuiltinVerb = "bot"

// builtin finds a builtin bot. It runs as a process like any other: this very
// program under BuiltinVerb.
func (r Resolver) builtin(arg, path, game string) (dispatch.Contender, error) {
	bot, _, err := bots.Find(path)
	if err != nil {
		return dispatch.Contender{}, league.UsageError{Err: err}
	}
	if bot.Game != game {
		return dispatch.Contender{}, league.Usagef("bot %s plays %s, not %s", arg, bot.Game, game)
	}
	self, err := os.Executable()
	if err != nil {
		return dispatch.Contender{}, fmt.Errorf("bot %s: %w", arg, err)
	}
	// A builtin bot changes with the program's version, not with each build.
	digest := fmt.Sprintf("%016x", xxhash.Sum64String(r.Version+" "+path))
	name := strings.TrimPrefix(path, game+"/")
	return dispatch.Contender{
		Bot:  league.NewBot(game, name, arg, r.Version, digest),
		Spec: process.Spec{Name: name, Version: r.Version, Command: []string{self, BuiltinVerb, path}},
	}, nil
}

// TryStart starts each bot once: one that cannot start is told before the
// first match.
func TryStart(contenders ...dispatch.Contender) error {
	for _, c := range contenders {
		var table process.Table
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
