package flags

import (
	"context"
	"os"

	"arbiter/referee/games"
	"arbiter/referee/printable"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// Database name the database of a verb that reads or writes one.
type Database struct {
	DB string `own:"database" name:"db" help:"Database file (default: ${default})." default:"arbiter.db" placeholder:"FILE" group:"where"`
	GameFolder
}

// Registry returns the games that this verb knows. No referee is started before Isolate was
// called. flags are those of the verb.
func (f Database) Registry(flags ...any) (*games.Registry, error) {
	return f.GameFolder.registry(f.DB, OwnFiles(flags...))
}

// Open opens the database and creates it if it does not exist.
func (f Database) Open(ctx context.Context) (*sqlite.DB, error) {
	return sqlite.Open(ctx, f.DB, sqlite.Normal)
}

// OpenExisting opens the database, which must exist.
func (f Database) OpenExisting(ctx context.Context) (*sqlite.DB, error) {
	if err := f.Exists(); err != nil {
		return nil, err
	}
	return f.Open(ctx)
}

// OpenReading opens the database, which must exist and is only read.
func (f Database) OpenReading(ctx context.Context) (*sqlite.DB, error) {
	if err := f.Exists(); err != nil {
		return nil, err
	}
	return sqlite.OpenReading(ctx, f.DB)
}

// Exists returns a usage error if there is no database.
func (f Database) Exists() error {
	switch info, err := os.Stat(f.DB); {
	case err != nil:
		return league.Usagef("no database %s; arbiter run creates one, --db names another", f.DB)
	case info.Mode().IsRegular() && info.Size() == 0: // SQLite takes it for a new one
		return league.Usagef("database %s: found an empty file; want a database, as arbiter run creates one", f.DB)
	}
	return nil
}

// Durability returns the durability that a flag or a configuration file names.
func Durability(name string) sqlite.Durability {
	if name == "full" {
		return sqlite.Full
	}
	return sqlite.Normal
}

// Flag returns the flag that names the database, to be typed again.
func (f Database) Flag() string { return "--db " + printable.Quote(f.DB) }
