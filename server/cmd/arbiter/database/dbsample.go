package database

import (
	"context"
	"fmt"
	"time"

	"arbiter/server/cmd/arbiter/flags"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/sample"
)

// dbSampleCmd is hidden: it is for measurements.
type dbSampleCmd struct {
	flags.Database
	Matches int `help:"How many matches, about." default:"100000"`
}

// Run fills the database with matches that were never played.
func (c dbSampleCmd) Run(ctx context.Context, s output.Streams) error {
	db, err := c.Open(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := sample.Fill(ctx, db, c.Matches, time.Now()); err != nil {
		return err
	}
	_, matches, err := db.Size(ctx)
	if err == nil {
		_, err = fmt.Fprintf(s.Out, "%s: %d matches\n", c.DB, matches)
	}
	return err
}
