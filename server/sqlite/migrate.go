package sqlite

import (
	"arbiter/migrations"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/pressly/goose/v3"
)

// migrate brings the schema up to date.
func (db *DB) migrate(ctx context.Context) error {
	if err := db.sql.PingContext(ctx); err != nil {
		return err
	}
	// Versions that were developed side by side may have come in any order.
	steps, err := goose.NewProvider(goose.DialectSQLite3, db.sql, migrations.FS, goose.WithAllowOutofOrder(true))
	if err != nil {
		return err
	}
	sources := steps.ListSources()
	newest := sources[len(sources)-1].Version
	current, applied, err := db.version(ctx)
	switch {
	case err != nil:
		return err
	case current == newest && applied == len(sources):
		return nil
	case current > newest:
		return fmt.Errorf("schema version %d is newer than this program, which knows versions up to %d; use a newer arbiter", current, newest)
	case current > 0:
		if err := db.keepCopy(ctx, current); err != nil {
			return fmt.Errorf("copy before the migration: %w", err)
		}
	}
	if _, err := steps.Up(ctx); err != nil {
		// Another process may have been faster: then all is well.
		if _, applied, versionErr := db.version(ctx); versionErr == nil && applied == len(sources) {
			return nil
		}
		return fmt.Errorf("migrate from version %d to %d: %w", current, newest, err)
	}
	return nil
}

// version returns the schema's version, 0 for an empty file, and how many
// migrations have led to it. A file that has tables but no version is not ours.
func (db *DB) version(ctx context.Context) (version int64, applied int, err error) {
	var tables, ours int
	const count = `SELECT count(*), count(*) FILTER (WHERE name = 'goose_db_version') FROM sqlite_master WHERE type = 'table'`
	if err := db.sql.QueryRowContext(ctx, count).Scan(&tables, &ours); err != nil {
		return 0, 0, err
	}
	switch {
	case tables == 0:
		return 0, 0, nil
	case ours == 0:
		return 0, 0, errors.New("is a SQLite file of another program; want one that arbiter made, or a new name")
	}
	const newest = `SELECT coalesce(max(version_id), 0), count(DISTINCT version_id) FROM goose_db_version WHERE is_applied AND version_id > 0`
	err = db.sql.QueryRowContext(ctx, newest).Scan(&version, &applied)
	return version, applied, err
}

// keepCopy keeps the file as it was at that version.
func (db *DB) keepCopy(ctx context.Context, version int64) error {
	name := fmt.Sprintf("%s.v%d.bak", db.path, version)
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return err // there is one already, of an earlier try
	}
	_, err := db.sql.ExecContext(ctx, `VACUUM INTO ?`, name)
	return err
}
