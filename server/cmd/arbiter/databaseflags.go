package main

import (
	"context"
	"os"

	"arbiter/server/league"
	"arbiter/server/sqlite"
)

// database is the flag of every verb that reads or writes one.
type database struct {
	DB string `name:"db" help:"Database file." default:"arbiter.db" placeholder:"FILE"`
}

// open opens the database and creates it when it is missing.
func (d database) open(ctx context.Context) (*sqlite.DB, error) {
	return sqlite.Open(ctx, d.DB, sqlite.Normal)
}

// openExisting opens the database, which must exist.
func (d database) openExisting(ctx context.Context) (*sqlite.DB, error) {
	if _, err := os.Stat(d.DB); err != nil {
		return nil, league.Usagef("no database %s; arbiter run makes one, --db names another", d.DB)
	}
	return d.open(ctx)
}

// durability returns what a word of the command line or configuration means.
func durability(word string) sqlite.Durability {
	if word == "full" {
		return sqlite.Full
	}
	return sqlite.Normal
}
