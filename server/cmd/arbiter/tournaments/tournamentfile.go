package tournaments

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/league"
)

// tournamentFile returns the tournament file with the flags applied to it, or
// the flags alone if no file is named. Of --again it only checks the flags. chosen reports whether somebody chose its name.
func (c Run) tournamentFile() (f league.File, chosen bool, err error) {
	if c.Again != "" {
		return f, true, c.checkAgain()
	}
	f = league.File{TimeFactor: 1}
	if c.File != "" {
		text, err := os.ReadFile(c.File)
		if err != nil {
			return f, false, league.UsageError{Err: err}
		}
		if f, err = league.ParseFile(string(text)); err != nil {
			return f, false, league.Usagef("%s: %w", c.File, err)
		}
		chosen = f.Name != ""
		if f.Name == "" {
			base := filepath.Base(c.File)
			f.Name = strings.TrimSuffix(base, filepath.Ext(base))
		}
	}
	chosen = chosen || c.Name != ""
	return f, chosen, c.override(&f)
}

// override applies the flags to a tournament file and completes it.
func (c Run) override(f *league.File) error {
	flags.Override(&f.Name, c.Name)
	flags.Override(&f.Game, c.Game)
	flags.Override(&f.Seats, c.Seats)
	flags.Override(&f.Format, league.Format(c.Format))
	flags.Override(&f.Book, c.Book)
	flags.Override(&f.Openings, c.Openings)
	flags.Override(&f.Games, c.Games)
	flags.Override(&f.Rounds, c.Rounds)
	flags.Override(&f.Challengers, c.Challengers)
	flags.Override(&f.Anchor, c.Anchor)
	flags.Override(&f.TimeFirst, c.TimeFirst)
	flags.Override(&f.TimeTurn, c.TimeTurn)
	flags.Override(&f.TimeMargin, c.TimeMargin)
	flags.Override(&f.Clock, c.Clock)
	flags.Override(&f.SlowWorkers, c.SlowWorkers)
	if c.TimeFactor != 1 {
		f.TimeFactor = c.TimeFactor
	}
	if len(c.Bot) > 0 {
		f.Bots = c.Bot
	}
	if c.Seeds != "" {
		starts, err := flags.ParseSeeds(c.Seeds)
		if err != nil {
			return err
		}
		f.Seeds = starts
	}
	if err := f.Complete(); err != nil {
		return c.wrong(err)
	}
	if f.Name == "" {
		f.Name = f.Game + "-" + string(f.Format)
	}
	return nil
}

// typed returns the fields that flags set.
func (c Run) typed() map[string]bool {
	return map[string]bool{
		"name": c.Name != "", "game": c.Game != "", "seats": c.Seats != 0, "format": c.Format != "", "bots": len(c.Bot) > 0, "seeds": c.Seeds != "", "book": c.Book != "",
		"openings": c.Openings != nil, "games": c.Games != 0, "rounds": c.Rounds != 0, "challengers": c.Challengers != 0, "anchor": c.Anchor != "",
		"concurrency": c.Concurrency != 0, "clock": c.Clock != "", "slow_workers": c.SlowWorkers,
		"time_first": c.TimeFirst != nil, "time_turn": c.TimeTurn != nil, "time_margin": c.TimeMargin != 0, "time_factor": c.TimeFactor != 1,
	}
}

// wrong makes a usage error of one in a field: it names the flag that sets it or,
// of a field that the tournament file sets or lacks, the key.
func (c Run) wrong(err error) error {
	if field := (league.FieldError{}); c.File != "" && errors.As(err, &field) && !c.typed()[field.Field] {
		return league.Usagef("%s: %w", c.File, field)
	}
	return flags.Flagged(err)
}
