// Package database has the verb db, which looks after a database.
package database

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"arbiter/referee/plural"
	"arbiter/referee/process/sandbox"
	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/audit"
	"arbiter/server/league"
)

// DB is the verb db.
type DB struct {
	Backup  dbBackupCmd  `cmd:"" help:"Pack the database, uploaded bots, ladders and added games into one archive, also while it is used."`
	Restore dbRestoreCmd `cmd:"" help:"Unpack a backup to a place where there is no database yet."`

	Check  dbCheckCmd  `cmd:"" help:"Check the integrity of the database; with --deep, also that its replays play to the results in its rows."`
	Export dbExportCmd `cmd:"" help:"Export tournaments, matches, leaderboards and sets as JSON lines."`
	Import dbImportCmd `cmd:"" help:"Import an export. What the database already has is not changed."`
	Prune  dbPruneCmd  `cmd:"" help:"Delete replays and keep all results."`
	Vacuum dbVacuumCmd `cmd:"" help:"Return the space of deleted data to the file system."`

	DeleteTournament dbDeleteTournamentCmd `cmd:"" help:"Delete a tournament with its matches and their replays."`
	Sample           dbSampleCmd           `cmd:"" hidden:"" help:"Fill the database with matches that were never played, for measurements."`
}

type dbCheckCmd struct {
	flags.Database
	Deep bool `help:"Also play every replay again, and compare the result, the scores, the faults and the digests with the rows."`
	JSON bool `help:"Print what was found as one JSON object."`
}

// A checked is what db check found, as JSON.
type checked struct {
	DB       string   `json:"db"`
	Problems []string `json:"problems"` // in the file, or in matches that differ from their rows
	Matches  int      `json:"matches"`
	Bytes    int64    `json:"bytes"`
	Played   *int     `json:"played,omitempty"` // again, with --deep
	Unkept   *int     `json:"unkept,omitempty"` // without a replay, with --deep
}

// Run checks the integrity of the database and, with --deep, that rows and
// replays belong together.
func (c dbCheckCmd) Run(ctx context.Context, s output.Streams) error {
	db, err := c.OpenReading(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	problems, err := db.Check(ctx)
	if err != nil {
		return err
	}
	found := checked{DB: c.DB, Problems: []string{}}
	tell := func(problem string) {
		found.Problems = append(found.Problems, problem)
		if !c.JSON {
			fmt.Fprintln(s.Out, problem)
		}
	}
	for _, problem := range problems {
		tell(problem)
	}
	if len(problems) > 0 {
		return errors.Join(c.write(s, found), output.ErrReported)
	}
	size, matches, err := db.Size(ctx)
	if err != nil {
		return err
	}
	found.Matches, found.Bytes = matches, size
	var played string
	if c.Deep {
		known, err := c.Registry(c.Database)
		if err != nil {
			return err
		}
		box, err := flags.Box{Isolation: string(sandbox.Auto)}.Sandbox(s.Err, c.Database)
		if err != nil {
			return err
		}
		defer box.Close()
		flags.Isolate(known, box)
		meter := output.NewMeter(s.Err, "matches", matches)
		n, err := audit.Run(ctx, db, known, func(p audit.Mismatch) { tell(p.String()) }, meter.Set)
		meter.Close()
		if err != nil {
			return err
		}
		found.Played, found.Unkept = &n.Played, &n.Unkept
		played = fmt.Sprintf("; %d played again, %d without a replay", n.Played, n.Unkept)
		if n.Problems > 0 && c.JSON {
			return errors.Join(c.write(s, found), output.ErrReported)
		}
		if n.Problems > 0 {
			fmt.Fprintf(s.Out, "%s: %d of %d matches differ from their rows%s\n", c.DB, n.Problems, matches, played)
			return output.ErrReported
		}
	}
	if c.JSON {
		return c.write(s, found)
	}
	_, err = fmt.Fprintf(s.Out, "%s: no problems found; %d matches, %.1f MB%s\n", c.DB, matches, float64(size)/1e6, played)
	return err
}

// write prints what was found, if it is asked for as JSON.
func (c dbCheckCmd) write(s output.Streams, found checked) error {
	if !c.JSON {
		return nil
	}
	return json.NewEncoder(s.Out).Encode(found)
}

type dbExportCmd struct {
	flags.Database
	Out string `out:"" help:"Write to this file instead of stdout." placeholder:"FILE"`
}

// Run exports the database.
func (c dbExportCmd) Run(ctx context.Context, s output.Streams) error {
	db, err := c.OpenReading(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	return output.Write(c.Out, s.Data(), func(w io.Writer) error { return db.Export(ctx, w) })
}

type dbImportCmd struct {
	flags.Database
	File string `arg:"" help:"File that db export wrote, or - for stdin."`
}

// Run imports into the database, which is created if it does not exist.
func (c dbImportCmd) Run(ctx context.Context, s output.Streams) error {
	var in io.Reader
	if c.File == "-" {
		in = s.Input(ctx)
	} else {
		f, err := os.Open(c.File)
		if err != nil {
			return league.UsageError{Err: err}
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return league.Usagef("%s: found a folder; want a file", c.File)
		}
		in = f
	}
	db, err := c.Open(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	lines, err := db.Import(ctx, bufio.NewReader(in))
	if lines > 0 || err == nil {
		fmt.Fprintf(s.Out, "imported %d lines into %s\n", lines, c.DB)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return nil
}

type dbPruneCmd struct {
	flags.Database
	Last     int  `help:"Keep the replays of the latest N matches between the same bots in the same seats." default:"10"`
	NoFaults bool `help:"Also delete the replays of matches with a fault, which are otherwise kept."`
	NoUpsets bool `help:"Also delete the replays of upsets, which are otherwise kept. An upset is a match won by a bot that was expected to score less than 1/4 by the current ratings."`
	DryRun   bool `help:"Show what would be deleted, and delete nothing."`
	Yes      bool `short:"y" help:"Do not ask on a terminal."`
	JSON     bool `help:"Print what is to be deleted and what was as one JSON object."`
}

// Run shows which replays are to be deleted, asks on a terminal, and deletes
// them.
func (c dbPruneCmd) Run(ctx context.Context, s output.Streams) error {
	db, err := c.OpenExisting(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	plan, err := db.Prunable(ctx, league.Retention{Last: c.Last, Faults: !c.NoFaults, Upsets: !c.NoUpsets})
	if err != nil {
		return err
	}
	if !c.JSON {
		to := io.Writer(s.Err)
		if c.DryRun { // then it is the result
			to = s.Out
		}
		err = printPrunePlan(to, plan)
	} else if c.DryRun {
		err = encodePrunePlan(s.Out, plan, 0)
	}
	if err != nil || c.DryRun {
		return err
	}
	if !c.Yes && len(plan.Matches) > 0 {
		if err := agreed(ctx, s, fmt.Sprintf("Delete %s? Results stay.", plural.Count(len(plan.Matches), "replay"))); err != nil {
			return err
		}
	}
	n, err := db.DeleteReplays(ctx, plan)
	if err != nil {
		return err
	}
	if c.JSON {
		return encodePrunePlan(s.Out, plan, n)
	}
	_, err = fmt.Fprintf(s.Out, "deleted %d replays; arbiter db vacuum --db %s returns their space to the file system\n", n, c.DB)
	return err
}

type dbDeleteTournamentCmd struct {
	flags.Database
	Name string `arg:"" help:"Name of the tournament."`
	Yes  bool   `short:"y" help:"Do not ask on a terminal."`
}

// Run asks on a terminal, and deletes a tournament.
func (c dbDeleteTournamentCmd) Run(ctx context.Context, s output.Streams) error {
	db, err := c.OpenExisting(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	unlock, err := flags.LockDatabase(c.DB)
	if err != nil {
		return fmt.Errorf("%w; or delete it there: DELETE /api/tournaments/%s", err, c.Name)
	}
	defer unlock()
	status, err := db.TournamentStatus(ctx, c.Name)
	if err != nil {
		return err
	}
	if !c.Yes {
		if err := agreed(ctx, s, fmt.Sprintf("Delete %s with %s, their results included?", c.Name, plural.Count(status.Matches, "match"))); err != nil {
			return err
		}
	}
	if err := db.DeleteTournament(ctx, c.Name, league.Now()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "deleted %s with %d matches; arbiter db vacuum --db %s returns their space to the file system\n", c.Name, status.Matches, c.DB)
	return err
}

type dbVacuumCmd struct{ flags.Database }

// Run vacuums the database.
func (c dbVacuumCmd) Run(ctx context.Context, _ output.Streams) error {
	db, err := c.OpenExisting(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Vacuum(ctx)
}
