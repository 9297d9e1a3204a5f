package main

import (
	"os"
	"path/filepath"
	"strings"

	"arbiter/server/league"
)

// settings returns the file's settings with the flags over them.
func (c runCmd) settings() (league.File, error) {
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
	set(&f.Name, c.Name)
	set(&f.Game, c.Game)
	set(&f.Format, league.Format(c.Format))
	set(&f.Tests, c.Tests)
	set(&f.Games, c.Games)
	set(&f.Rounds, c.Rounds)
	set(&f.Challengers, c.Challengers)
	set(&f.Anchor, c.Anchor)
	set(&f.TimeFirst, c.TimeFirst)
	set(&f.TimeTurn, c.TimeTurn)
	set(&f.TimeMargin, c.TimeMargin)
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
		return f, league.UsageError{Err: err}
	}
	if f.Name == "" {
		f.Name = f.Game + "-" + string(f.Format)
	}
	return f, nil
}

// set lets a flag that was given win over what a file says.
func set[T comparable](field *T, flag T) {
	var none T
	if flag != none {
		*field = flag
	}
}
