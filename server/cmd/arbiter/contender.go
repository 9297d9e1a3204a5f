package main

import (
	"context"
	"errors"
	"io"

	"arbiter/server/contend"
	"arbiter/server/dispatch"
)

// builtinPrefix is what stands before the path of a builtin bot.
const builtinPrefix = contend.BuiltinPrefix

// resolveBots finds, checks and builds the bots. What a build says goes to w
// when it fails.
func resolveBots(ctx context.Context, typed []string, game string, w io.Writer) ([]dispatch.Contender, error) {
	contenders, err := contend.Resolver{Version: version, Said: w}.All(ctx, typed, game)
	return contenders, callersMistake(err)
}

func resolveBot(ctx context.Context, arg, game string, w io.Writer) (dispatch.Contender, error) {
	c, err := contend.Resolver{Version: version, Said: w}.One(ctx, arg, game)
	return c, callersMistake(err)
}

// callersMistake gives exit code 2 to what is wrong with a bot as it was typed.
func callersMistake(err error) error {
	if errors.As(err, new(contend.Mistake)) {
		return usageError{err}
	}
	return err
}

// git runs git in a folder and returns what it prints, without the line's end.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	return contend.Git(ctx, dir, args...)
}
