package output

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbiter/server/league"
)

// Exit codes. ExitRefused is an answer of check, which has codes of its own for
// what ends other verbs with ExitFailed.
const (
	ExitDone      = 0
	ExitFailed    = 1
	ExitRefused   = 1
	ExitUsage     = 2
	ExitUndecided = 3
	ExitMachine   = 4
	ExitBuild     = 5

	// exitInterrupted is what shells report for a program that SIGINT ended.
	exitInterrupted = 130
)

// An ExitMeaning is a row of the table of exit codes.
type ExitMeaning struct {
	Code    int
	Verbs   string // what it means from every verb but check, bisect and history; "" for nothing
	Check   string // what it means from check
	Bisect  string // what it means from bisect
	History string // what it means from history
}

// ExitMeanings returns the table of exit codes, which docs/exit-codes.md shows.
func ExitMeanings() []ExitMeaning {
	const usage = "invalid usage, or something that was named was not found"
	const limit = "no answer when a limit was reached or the starts ran out"
	return []ExitMeaning{
		{ExitDone, "success, whatever the result of a match", "not weaker or, with --prove stronger, stronger", "a commit is named or there is nothing to find", "all versions are known"},
		{ExitFailed, "the machine failed, a replay differs, or what was examined has errors", "weaker or not stronger", "", ""},
		{ExitUsage, usage, usage, usage, usage},
		{ExitUndecided, "", "not proven when a limit was reached or the starts ran out", limit, limit},
		{ExitMachine, "", "the machine failed, which says nothing about the bot", "the machine failed", "the machine failed"},
		{ExitBuild, "", "no evidence: a bot does not build, or the bots do not work", "an end does not build, or neither works", "an end does not build, or no version works"},
		{exitInterrupted, "interrupted (serve and work: 0)", "interrupted before a verdict", "interrupted before an answer", "interrupted before an answer"},
	}
}

// ExitText returns the table as a sentence: what one column says.
func ExitText(column func(ExitMeaning) string) string {
	var all []string
	for _, m := range ExitMeanings() {
		if text := column(m); text != "" {
			all = append(all, fmt.Sprintf("%d %s", m.Code, text))
		}
	}
	return "Exit codes: " + strings.Join(all, "; ") + "."
}

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
	case IsUsage(err):
		code = ExitUsage
	}
	if ctx.Err() != nil && own.code != ExitRefused {
		code = exitInterrupted
		if !errors.Is(err, ErrReported) {
			err = interruption(err)
		}
	}
	if !errors.Is(err, ErrReported) {
		fmt.Fprintln(s.Err, "arbiter:", strings.Join(texts(err), "\n"))
	}
	return code
}

// texts returns what joined errors say, each text once: what ends a command is often met
// again when it closes what it had open.
func texts(err error) []string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || err.Error() != errors.Join(joined.Unwrap()...).Error() {
		return []string{err.Error()}
	}
	var all []string
	for _, e := range joined.Unwrap() {
		for _, text := range texts(e) {
			if !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}

// IsUsage reports whether the command line is to blame for an error: it asks for
// something impossible or missing.
func IsUsage(err error) bool {
	return errors.As(err, new(league.UsageError)) || errors.As(err, new(league.FieldError)) || errors.As(err, new(league.ConflictError)) || errors.Is(err, league.ErrNotFound)
}

// interruption returns the error that a signal has caused, for the user.
func interruption(err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted")
	}
	return fmt.Errorf("interrupted: %w", err)
}
