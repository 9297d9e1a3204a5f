package main

import (
	"context"
	"errors"
	"fmt"

	"arbiter/server/league"
)

// Exit codes, as documented by --help.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2

	// exitInterrupted is what shells report for a program that SIGINT ended.
	exitInterrupted = 130
)

// Exit codes of check besides exitDone and exitUsage.
const (
	exitRegression = 1
	exitUndecided  = 3
	exitMachine    = 4
	exitBuild      = 5
)

// An exitError ends a verb with an exit code of its own.
type exitError struct {
	code int
	error
}

func (e exitError) Unwrap() error { return e.error }

// errReported ends a verb with exit code 1 when it has already printed why.
var errReported = errors.New("failed")

// exitCode prints err, unless it has been reported, and returns its exit code.
// When ctx is done, what failed did so because of that: a killed build has not
// failed by itself. Only a verdict that was reached before stands.
func exitCode(ctx context.Context, err error, s streams) int {
	if err == nil {
		return exitDone
	}
	code := exitFailed
	var own exitError
	switch {
	case errors.As(err, &own):
		code = own.code
	case errors.As(err, new(league.UsageError)), errors.As(err, new(league.FieldError)):
		code = exitUsage
	}
	if ctx.Err() != nil && own.code != exitRegression {
		code = exitInterrupted
		if !errors.Is(err, errReported) {
			err = interruption(err)
		}
	}
	if !errors.Is(err, errReported) {
		fmt.Fprintln(s.err, "arbiter:", err)
	}
	return code
}

// interruption returns the error that a signal has caused, for the user.
func interruption(err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted")
	}
	return fmt.Errorf("interrupted: %w", err)
}
