package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"arbiter/server/league"
)

// tournamentFile returns the tournament file with the flags applied to it, or
// the flags alone if no file is named.
func (c runCmd) tournamentFile() (league.File, error) {
	f := league.File{Format: league.RoundRobin, TimeFactor: 1}
	if c.File != "" {
		text, err := os.ReadFile(c.File)
		if err != nil {
			return f, league.UsageError{Err: err}
		}
		if f, err = league.ParseFile(string(text)); err != nil {
			return f, league.Usagef("%s: %w", c.File, err)
		}
		if f.Name == "" {
			base := filepath.Base(c.File)
			f.Name = strings.TrimSuffix(base, filepath.Ext(base))
		}
	}
	override(&f.Name, c.Name)
	override(&f.Game, c.Game)
	override(&f.Format, league.Format(c.Format))
	override(&f.Tests, c.Tests)
	override(&f.Openings, c.Openings)
	override(&f.Games, c.Games)
	override(&f.Rounds, c.Rounds)
	override(&f.Challengers, c.Challengers)
	override(&f.Anchor, c.Anchor)
	override(&f.TimeFirst, c.TimeFirst)
	override(&f.TimeTurn, c.TimeTurn)
	override(&f.TimeMargin, c.TimeMargin)
	override(&f.Clock, c.Clock)
	override(&f.SlowWorkers, c.SlowWorkers)
	if c.TimeFactor != 1 {
		f.TimeFactor = c.TimeFactor
	}
	if len(c.Bot) > 0 {
		f.Bots = c.Bot
	}
	if c.Seeds != "" {
		starts, err := parseSeeds(c.Seeds)
		if err != nil {
			return f, err
		}
		f.Seeds = starts
	}
	if err := f.Complete(); err != nil {
		return f, c.wrong(err)
	}
	if f.Name == "" {
		f.Name = f.Game + "-" + string(f.Format)
	}
	return f, nil
}

// wrong makes a usage error of one in a field: it names the flag that sets it or,
// with a tournament file, the key.
func (c runCmd) wrong(err error) error {
	if field := (league.FieldError{}); c.File != "" && errors.As(err, &field) {
		return league.Usagef("%s: %w", c.File, field)
	}
	return flagged(err)
}

// override sets a field that comes from a file to the value of its flag, unless
// that is the zero value: the flag was not given.
func override[T comparable](field *T, flag T) {
	var zero T
	if flag != zero {
		*field = flag
	}
}
