package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/mattn/go-sqlite3"

	"arbiter/server/league"
)

// A DB is an open database, a league.Store. It is safe for concurrent use, also by several
// processes: readers never wait, writers wait for each other.
type DB struct {
	path        string
	file        os.FileInfo // of path when it was opened
	sql         *sql.DB
	checkpoints checkpointer
	probe       probe

	writing  sync.Mutex           // held during a write; SQLite's own busy handler sleeps and retries
	prepared map[string]*sql.Stmt // the statements of SaveReports by text; guarded by writing

	lastNumber int64 // the largest number of a match that was deleted, of this handle; guarded by writing
}

// Durability says what a power failure may lose. Neither value risks corruption.
type Durability string

// The durabilities.
const (
	Normal Durability = "NORMAL" // synchronous=NORMAL: the last matches may have to be played again
	Full   Durability = "FULL"   // synchronous=FULL: a saved match is on the disk
)

// busyTimeout is how long a writer waits for another process's write. Writes take
// milliseconds, so a longer wait is a problem that the user should learn of.
const busyTimeout = 30 * time.Second

// Open opens the database file, creates it if it does not exist, and migrates its
// schema to the newest version. Before it migrates an existing file, it makes a
// backup beside it, named by the schema version. A path or a file that cannot be a
// database is a league.UsageError.
func Open(ctx context.Context, path string, d Durability) (*DB, error) {
	if err := CheckPath(path); err != nil {
		return nil, err
	}
	db, err := open(ctx, path, d)
	if err == nil {
		return db, nil
	}
	err = fmt.Errorf("database %s: %w", path, explain(err))
	if e := (sqlite3.Error{}); errors.As(err, &e) && slices.Contains([]sqlite3.ErrNo{sqlite3.ErrCantOpen, sqlite3.ErrReadonly, sqlite3.ErrNotADB}, e.Code) {
		return nil, league.UsageError{Err: err} // another file is meant, or another user
	}
	return nil, err
}

// CheckPath returns a league.UsageError for a path at which there can be no database.
func CheckPath(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return league.Usagef("database %s: found a folder; want a file", path)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return league.Usagef("database %s: there is no folder %s; want a file in one that exists", path, filepath.Dir(path))
	}
	return nil
}

func open(ctx context.Context, path string, d Durability) (*DB, error) {
	query := url.Values{
		"_journal_mode": {"WAL"},
		"_foreign_keys": {"on"},
		"_busy_timeout": {fmt.Sprint(busyTimeout.Milliseconds())},
		"_synchronous":  {string(d)},
		"_txlock":       {"immediate"}, // BEGIN IMMEDIATE: a write transaction waits at its begin, not in its middle
	}
	address := func() string { return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + query.Encode() }
	opens := newConnector(address())
	conn := sql.OpenDB(opens)
	db := &DB{path: path, sql: conn, prepared: map[string]*sql.Stmt{}}
	if err := db.migrate(ctx); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	var err error
	if db.file, err = os.Stat(path); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	query.Del("_journal_mode") // the file keeps it
	query.Set("mode", "rw")
	opens.again.Store(&again{address(), db.CheckPresent})
	return db, nil
}

// Close closes the database.
func (db *DB) Close() error {
	db.probe.running.Wait()
	db.checkpoints.running.Lock() // waits for the last checkpoint
	defer db.checkpoints.running.Unlock()
	return db.sql.Close()
}

// Ping returns an error when the database does not answer.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	return explain(db.sql.QueryRowContext(ctx, `SELECT 1`).Scan(&one))
}
