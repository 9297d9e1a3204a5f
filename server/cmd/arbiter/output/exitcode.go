package output

import (
	"context"
	"errors"
	"fmt"

	"arbiter/server/league"
)

// Exit codes, as documented by --help.
const (
	ExitDone   = 0
	ExitFailed = 1
	ExitUsage  = 2

	// exitInterrupted is what shells report for a program that SIGINT ended.
	exitInterrupted = 130
)

// Exit codes of check besides ExitDone and ExitUsage.
const (
	ExitRegression = 1
	ExitUndecided  = 3
	ExitMachine    = 4
	ExitBuild      = 5
)

// An exitError ends a verb with an exit code of its own.
type exitError struct {
	code int
	error
}

func (e exitError) Unwrap() error { return e.error }

// ExitWith makes err end a verb with an exit code of its own.
func ExitWith(code int, err error) error { return exitError{code, err} }

// ErrReported ends a verb with exit code 1 when it has already printed why.
var ErrReported = errors.New("failed")

// ExitCode prints err, unless it has been reported, and returns its exit code.
// When ctx is done, what failed did so because of that: a killed build has not
// failed by itself. Only a verdict that was reached before stands.
func ExitCode(ctx context.Context, err error, s Streams) int {
	if err == nil {
		return ExitDone
	}
	code := ExitFailed
	var own exitError
	switch {
	case errors.As(err, &own):
		code = own.code
	case errors.As(err, new(league.UsageError)):
		code = ExitUsage
	}
	if ctx.Err() != nil && own.code != ExitRegression {
		code = exitInterrupted
		if !errors.Is(err, ErrReported) {
			err = interruption(err)
		}
	}
	if !errors.Is(err, ErrReported) {
		fmt.Fprintln(s.Err, "arbiter:", err)
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
