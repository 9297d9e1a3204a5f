package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"
	"golang.org/x/sys/unix"

	"arbiter/migrations"
)

// migrate migrates the schema to the newest version.
func (db *DB) migrate(ctx context.Context) error {
	unlock, err := db.lockFolder(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := db.sql.PingContext(ctx); err != nil {
		return err
	}
	steps, current, newest, err := db.schema(ctx)
	if err != nil || current == newest {
		return err
	}
	if current > 0 {
		if err := db.backup(ctx, current); err != nil {
			return fmt.Errorf("backup before the migration: %w", err)
		}
	}
	if _, err := steps.Up(ctx); err != nil {
		return fmt.Errorf("migrate from version %d to %d: %w", current, newest, err)
	}
	return nil
}

// schema returns the steps to the newest version, and the versions of the file and of the
// newest schema. They are the same only if no step is missing. A file that is newer
// than this program is an error.
func (db *DB) schema(ctx context.Context) (steps *goose.Provider, current, newest int64, err error) {
	// Versions that were developed on parallel branches may be applied in any order.
	steps, err = goose.NewProvider(goose.DialectSQLite3, db.sql, migrations.FS, goose.WithAllowOutofOrder(true))
	if err != nil {
		return nil, 0, 0, err
	}
	sources := steps.ListSources()
	newest = sources[len(sources)-1].Version
	current, applied, err := db.version(ctx)
	switch {
	case err != nil:
		return nil, 0, 0, err
	case current > newest:
		return nil, 0, 0, fmt.Errorf("schema version %d is newer than this program, which knows versions up to %d; use a newer arbiter", current, newest)
	case current == newest && applied < len(sources):
		current-- // a step of a parallel branch is missing
	}
	return steps, current, newest, nil
}

// lockFolder waits until no other program is the first to open a database of this folder,
// or migrates one, and makes others wait: SQLite does not let them wait while a file
// becomes a WAL database, and each would take the same steps. The lock is on the folder,
// as a file for it would stay behind and a lock on the database would mix with SQLite's.
func (db *DB) lockFolder(ctx context.Context) (unlock func() error, err error) {
	folder, err := os.Open(filepath.Dir(db.path))
	if err != nil {
		return nil, fmt.Errorf("the file cannot be opened: %w", err)
	}
	for {
		err := unix.Flock(int(folder.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return folder.Close, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return nil, errors.Join(fmt.Errorf("lock folder %s for the migration: %w", folder.Name(), err), folder.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), folder.Close())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// version returns the schema version, 0 for an empty file, and the number of
// applied migrations. A file with tables but no version is another program's.
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
		return 0, 0, errors.New("is an SQLite file of another program; want one that arbiter created, or a new name")
	}
	const newest = `SELECT coalesce(max(version_id), 0), count(DISTINCT version_id) FROM goose_db_version WHERE is_applied AND version_id > 0`
	err = db.sql.QueryRowContext(ctx, newest).Scan(&version, &applied)
	return version, applied, err
}

// backup copies the file to a name with its schema version.
func (db *DB) backup(ctx context.Context, version int64) error {
	name := fmt.Sprintf("%s.v%d.bak", db.path, version)
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return err // nil: an earlier attempt has made the backup
	}
	return db.Copy(ctx, name)
}
