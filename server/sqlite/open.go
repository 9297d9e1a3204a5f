// Package sqlite keeps tournaments, matches and replays in one SQLite file. It
// implements the interfaces of those who read and write them; SQL lives here and
// nowhere else.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"sync"
	"time"
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
