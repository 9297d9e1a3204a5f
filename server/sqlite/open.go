// Package sqlite keeps tournaments, matches and replays in one SQLite file. It
// is a league.Store; SQL lives here and nowhere else.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"
	"github.com/pressly/goose/v3"

	"arbiter/migrations"
)

// A DB is an open database. It is safe for concurrent use, also by several
// processes: readers never wait, writers wait for each other.
type DB struct {
	path string
	sql  *sql.DB
	log  checkpointer

	writing  sync.Mutex           // held during a write: SQLite would let the next one sleep and try again
	prepared map[string]*sql.Stmt // by text, for what every report needs; guarded by writing
}

// Durability says what a power cut may cost. No choice risks the file itself.
type Durability string

// The durabilities.
const (
	Normal Durability = "NORMAL" // the last matches may have to be played again
	Full   Durability = "FULL"   // a match that has been reported is on the disk
)

// busyTimeout is how long a writer waits for another process's write. Writes
// take milliseconds; who holds the file for longer than this has a problem
// that should be told.
const busyTimeout = 30 * time.Second

// Open opens the database file, makes it when it is missing, and brings its
// schema up to date. Before a migration changes an existing file, a copy of
// it is kept beside it.
func Open(ctx context.Context, path string, d Durability) (*DB, error) {
	db, err := open(ctx, path, d)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, explain(err))
	}
	return db, nil
}

func open(ctx context.Context, path string, d Durability) (*DB, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, errors.New("is a folder; want a file")
	}
	query := url.Values{
		"_journal_mode": {"WAL"},
		"_foreign_keys": {"on"},
		"_busy_timeout": {fmt.Sprint(busyTimeout.Milliseconds())},
		"_synchronous":  {string(d)},
		"_txlock":       {"immediate"}, // a transaction that writes waits at its begin, not in its middle
	}
	conn := sql.OpenDB(newConnector("file:" + (&url.URL{Path: path}).EscapedPath() + "?" + query.Encode()))
	db := &DB{path: path, sql: conn, prepared: map[string]*sql.Stmt{}}
	if err := db.migrate(ctx); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return db, nil
}

// Close closes the database.
func (db *DB) Close() error {
	db.log.running.Lock() // waits for the last checkpoint
	defer db.log.running.Unlock()
	return db.sql.Close()
}

// execute runs a statement in a transaction. It is prepared once: parsing would
// cost more than the writing.
func (db *DB) execute(ctx context.Context, tx *sql.Tx, text string, args ...any) (sql.Result, error) {
	stmt := db.prepared[text]
	if stmt == nil {
		var err error
		if stmt, err = db.sql.PrepareContext(ctx, text); err != nil {
			return nil, err
		}
		db.prepared[text] = stmt
	}
	return tx.StmtContext(ctx, stmt).ExecContext(ctx, args...)
}

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

// isBusy reports whether another process kept the file from being written.
func isBusy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrBusy
}

// explain adds to SQLite's word what a person can do about it.
func explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	advice := map[sqlite3.ErrNo]string{
		sqlite3.ErrNotADB:   "the file is no SQLite database; want one that arbiter made, or a new name",
		sqlite3.ErrCorrupt:  "the file is damaged; arbiter db check tells how far, arbiter db export saves what can be read",
		sqlite3.ErrReadonly: "the file cannot be written; look at its permissions and its folder's",
		sqlite3.ErrCantOpen: "the file cannot be opened; look at its folder and permissions",
		sqlite3.ErrFull:     "the disk is full; nothing that was reported is lost, go on when there is room",
		sqlite3.ErrBusy:     "another process has been writing to it for 30 seconds",
		sqlite3.ErrIoErr:    "the disk reports an error",
	}[e.Code]
	if advice == "" {
		return err
	}
	return fmt.Errorf("%s (%w)", advice, err)
}
