package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"

	"arbiter/server/league"
)

type dbCmd struct {
	Check  dbCheckCmd  `cmd:"" help:"Look whether the file is sound."`
	Export dbExportCmd `cmd:"" help:"Write tournaments, matches, leaderboards and sets as JSON lines."`
	Import dbImportCmd `cmd:"" help:"Take in what export wrote; what is there already stays as it is."`
	Prune  dbPruneCmd  `cmd:"" help:"Delete replays; all results stay."`
	Vacuum dbVacuumCmd `cmd:"" help:"Give the space of what was deleted back to the disk."`
}

type dbCheckCmd struct{ database }

// Run checks the database.
func (c dbCheckCmd) Run(ctx context.Context, s streams) error {
	db, err := c.openExisting(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	wrong, err := db.Check(ctx)
	if err != nil {
		return err
	}
	for _, what := range wrong {
		fmt.Fprintln(s.out, what)
	}
	if len(wrong) > 0 {
		return errSilent
	}
	size, matches, err := db.Size(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s is sound: %d matches, %.1f MB\n", c.DB, matches, float64(size)/1e6)
	return err
}

type dbExportCmd struct {
	database
	Out string `help:"Write here instead of to stdout." placeholder:"FILE"`
}

// Run exports the database.
func (c dbExportCmd) Run(ctx context.Context, s streams) error {
	db, err := c.openExisting(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	return writeOut(c.Out, s.out, func(w io.Writer) error { return db.Export(ctx, w) })
}

type dbImportCmd struct {
	database
	File string `arg:"" help:"What export wrote, or - for stdin."`
}

// Run imports into the database, which is made when it is missing.
func (c dbImportCmd) Run(ctx context.Context, s streams) error {
	in := s.in
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return league.UsageError{Err: err}
		}
		defer f.Close()
		in = f
	}
	db, err := c.open(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	lines, err := db.Import(ctx, bufio.NewReader(in))
	fmt.Fprintf(s.out, "%d lines are in %s\n", lines, c.DB)
	return err
}

type dbPruneCmd struct {
	database
	Last     int  `help:"Keep the replays of the newest so many matches between the same bots in the same seats." default:"10"`
	NoFaults bool `help:"Also delete those with a fault, which are kept otherwise."`
	NoUpsets bool `help:"Also delete those that a bot won which had less than a quarter of a chance by the ratings of now; they are kept otherwise."`
}

// Run deletes replays.
func (c dbPruneCmd) Run(ctx context.Context, s streams) error {
	if c.Last < 0 {
		return league.Usagef("--last %d: want at least 0", c.Last)
	}
	db, err := c.openExisting(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	n, err := db.Prune(ctx, league.Retention{Last: c.Last, Faults: !c.NoFaults, Upsets: !c.NoUpsets})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "%d replays deleted; arbiter db vacuum --db %s gives their space back\n", n, c.DB)
	return err
}

type dbVacuumCmd struct{ database }

// Run vacuums the database.
func (c dbVacuumCmd) Run(ctx context.Context, _ streams) error {
	db, err := c.openExisting(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Vacuum(ctx)
}
