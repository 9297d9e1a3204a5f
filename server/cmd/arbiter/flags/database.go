package flags

import (
	"context"
	"os"

	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// Database name the database of a verb that reads or writes one.
type Database struct {
	DB string `own:"database" name:"db" help:"Database file (default: ${default})." default:"arbiter.db" placeholder:"FILE" group:"where"`
}

// Open opens the database and creates it if it does not exist.
func (f Database) Open(ctx context.Context) (*sqlite.DB, error) {
	return sqlite.Open(ctx, f.DB, sqlite.Normal)
}

// OpenExisting opens the database, which must exist.
func (f Database) OpenExisting(ctx context.Context) (*sqlite.DB, error) {
	switch info, err := os.Stat(f.DB); {
	case err != nil:
		return nil, league.Usagef("no database %s; arbiter run creates one, --db names another", f.DB)
	case info.Mode().IsRegular() && info.Size() == 0: // SQLite takes it for a new one
		return nil, league.Usagef("database %s: found an empty file; want a database, as arbiter run creates one", f.DB)
	}
	return f.Open(ctx)
}

// Durability returns the durability that a flag or a configuration file names.
func Durability(name string) sqlite.Durability {
	if name == "full" {
		return sqlite.Full
	}
	return sqlite.Normal
}
