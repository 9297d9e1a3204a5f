package main

import (
	"context"
	"os"

	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// databaseFlags name the database of a verb that reads or writes one.
type databaseFlags struct {
	DB string `own:"database" name:"db" help:"Database file (default: ${default})." default:"arbiter.db" placeholder:"FILE"`
}

// open opens the database and creates it if it does not exist.
func (f databaseFlags) open(ctx context.Context) (*sqlite.DB, error) {
	return sqlite.Open(ctx, f.DB, sqlite.Normal)
}

// openExisting opens the database, which must exist.
func (f databaseFlags) openExisting(ctx context.Context) (*sqlite.DB, error) {
	if _, err := os.Stat(f.DB); err != nil {
		return nil, league.Usagef("no database %s; arbiter run creates one, --db names another", f.DB)
	}
	return f.open(ctx)
}

// durability returns the durability that a flag or a configuration file names.
func durability(name string) sqlite.Durability {
	if name == "full" {
		return sqlite.Full
	}
	return sqlite.Normal
}
