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
)

// Exit codes of check besides exitDone and exitUsage.
const (
	exitRegression = 1
	exitUndecided  = 3
	exitMachine    = 4
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
func exitCode(err error, s streams) int {
	if err == nil {
		return exitDone
	}
	code := exitFailed
	var own exitError
	switch {
	case errors.As(err, &own):
		code = own.code
	case errors.As(err, new(league.UsageError)):
		code = exitUsage
	case errors.Is(err, context.Canceled):
		err = errors.New("interrupted")
	}
	if !errors.Is(err, errReported) {
		fmt.Fprintln(s.err, "arbiter:", err)
	}
	return code
}
