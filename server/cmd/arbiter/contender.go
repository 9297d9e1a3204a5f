package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"arbiter/bots"
	"arbiter/referee"
	"arbiter/referee/process"
	"arbiter/referee/replay"
)

// builtinPrefix begins the name of a builtin bot.
const builtinPrefix = "builtin:"

// A contender is a bot that somebody typed, ready to be started.
type contender struct {
	typed  string
	spec   process.Spec
	digest string
}

// resolveBots finds, checks and builds the bots. What a build says goes to w
// when it fails.
func resolveBots(ctx context.Context, typed []string, game string, w io.Writer) ([]contender, error) {
	var contenders []contender
	for _, arg := range typed {
		c, err := resolveBot(ctx, arg, game, w)
		if err != nil {
			return nil, err
		}
		contenders = append(contenders, c)
	}
	return contenders, nil
}

func resolveBot(ctx context.Context, arg, game string, w io.Writer) (contender, error) {
	if path, ok := strings.CutPrefix(arg, builtinPrefix); ok {
		return resolveBuiltin(arg, path, game)
	}
	spec, err := process.Resolve(arg)
	if err != nil {
		return contender{}, usageError{err}
	}
	if len(spec.Games) > 0 && !slices.Contains(spec.Games, game) {
		return contender{}, usagef("bot %s plays %s, not %s", arg, strings.Join(spec.Games, ", "), game)
	}
	var said bytes.Buffer
	if err := process.Build(ctx, spec, &said); err != nil {
		said.WriteTo(w)
		return contender{}, usageError{err}
	}
	digest, err := spec.Digest()
	if err != nil {
		return contender{}, fmt.Errorf("bot %s: %w", arg, err)
	}
	return contender{arg, spec, digest}, nil
}

// resolveBuiltin finds a builtin bot. It runs as a process like any other:
// this very program under its hidden verb "bot".
func resolveBuiltin(arg, path, game string) (contender, error) {
	bot, _, err := bots.Find(path)
	if err != nil {
		return contender{}, usageError{err}
	}
	if bot.Game != game {
		return contender{}, usagef("bot %s plays %s, not %s", arg, bot.Game, game)
	}
	self, err := os.Executable()
	if err != nil {
		return contender{}, fmt.Errorf("bot %s: %w", arg, err)
	}
	spec := process.Spec{Name: arg, Version: version, Command: []string{self, "bot", path}}
	return contender{arg, spec, "builtin-" + version}, nil
}

// seat describes the contender in a replay.
func (c contender) seat() replay.Seat {
	return replay.Seat{Name: c.spec.Name, Bot: c.typed, Version: c.spec.Version, Digest: c.digest}
}

// start starts a player for each contender at one table.
func start(contenders []contender) ([]referee.Player, error) {
	var table process.Table
	var players []referee.Player
	for _, c := range contenders {
		p, err := table.Start(c.spec)
		if err != nil {
			for _, started := range players {
				_, closeErr := started.Close()
				err = errors.Join(err, closeErr)
			}
			var spec *process.SpecError
			if errors.As(err, &spec) {
				return nil, usageError{err}
			}
			return nil, err
		}
		players = append(players, p)
	}
	return players, nil
}
