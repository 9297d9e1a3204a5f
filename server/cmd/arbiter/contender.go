package main

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
	builtinPrefix = "builtin:"
	gitPrefix     = "git:"
)

// resolveBots finds, checks and builds the bots. What a build says goes to w
// when it fails.
func resolveBots(ctx context.Context, typed []string, game string, w io.Writer) ([]dispatch.Contender, error) {
	var contenders []dispatch.Contender
	for _, arg := range typed {
		c, err := resolveBot(ctx, arg, game, w)
		if err != nil {
			return nil, err
		}
		contenders = append(contenders, c)
	}
	return contenders, nil
}

func resolveBot(ctx context.Context, arg, game string, w io.Writer) (dispatch.Contender, error) {
	if path, ok := strings.CutPrefix(arg, builtinPrefix); ok {
		return resolveBuiltin(arg, path, game)
	}
	where, name := arg, ""
	if rest, ok := strings.CutPrefix(arg, gitPrefix); ok {
		folder, ref, err := checkOut(ctx, rest)
		if err != nil {
			return dispatch.Contender{}, err
		}
		where, name = folder, ref
	}
	spec, err := process.Resolve(where)
	if err != nil {
		return dispatch.Contender{}, usageError{err}
	}
	if len(spec.Games) > 0 && !slices.Contains(spec.Games, game) {
		return dispatch.Contender{}, usagef("bot %s plays %s, not %s", arg, strings.Join(spec.Games, ", "), game)
	}
	var said bytes.Buffer
	if err := process.Build(ctx, spec, &said); err != nil {
		said.WriteTo(w)
		return dispatch.Contender{}, usageError{err}
	}
	digest, err := spec.Digest()
	if err != nil {
		return dispatch.Contender{}, fmt.Errorf("bot %s: %w", arg, err)
	}
	version := spec.Version
	if name != "" {
		version = name
	}
	return dispatch.Contender{Bot: league.NewBot(game, spec.Name, arg, version, digest), Spec: spec}, nil
}

// resolveBuiltin finds a builtin bot. It runs as a process like any other:
// this very program under its hidden verb "bot".
func resolveBuiltin(arg, path, game string) (dispatch.Contender, error) {
	bot, _, err := bots.Find(path)
	if err != nil {
		return dispatch.Contender{}, usageError{err}
	}
	if bot.Game != game {
		return dispatch.Contender{}, usagef("bot %s plays %s, not %s", arg, bot.Game, game)
	}
	self, err := os.Executable()
	if err != nil {
		return dispatch.Contender{}, fmt.Errorf("bot %s: %w", arg, err)
	}
	// A builtin bot changes with the program's version, not with each build.
	digest := fmt.Sprintf("%016x", xxhash.Sum64String(version+" "+path))
	name := strings.TrimPrefix(path, game+"/")
	return dispatch.Contender{
		Bot:  league.NewBot(game, name, arg, version, digest),
		Spec: process.Spec{Name: name, Version: version, Command: []string{self, "bot", path}},
	}, nil
}
