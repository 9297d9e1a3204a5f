package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	"github.com/mattn/go-sqlite3"

	"arbiter/server/league"
)

// OpenReading is Open for reading alone. The file and its folder may be read-only for this
// user. The schema is not migrated, so it has to be the newest.
func OpenReading(ctx context.Context, path string) (*DB, error) {
	db, err := Open(ctx, path, Normal)
	if e := (sqlite3.Error{}); !errors.As(err, &e) || e.Code != sqlite3.ErrReadonly && e.Code != sqlite3.ErrCantOpen {
		return db, err
	}
	db, failed := openReading(ctx, path)
	switch {
	case failed == nil:
		return db, nil
	case errors.As(failed, new(sqlite3.Error)):
		return nil, err // it cannot be read either, and this one says where to look
	}
	return nil, league.Usagef("database %s: %w", path, failed)
}

// openReading opens a file without a write.
func openReading(ctx context.Context, path string) (*DB, error) {
	query := url.Values{"mode": {"ro"}, "_foreign_keys": {"on"}, "_busy_timeout": {fmt.Sprint(busyTimeout.Milliseconds())}}
	// To read a WAL database beside a writer, SQLite needs a file of its own in the folder.
	// It may make none here. Where nobody has left one, nobody writes.
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() == 0 {
		query.Set("immutable", "1")
	}
	db := &DB{path: path, sql: sql.OpenDB(newConnector("file:" + (&url.URL{Path: path}).EscapedPath() + "?" + query.Encode()))}
	_, current, newest, err := db.schema(ctx)
	if err == nil && current != newest {
		err = fmt.Errorf("schema version %d, and this program reads %d; copy the file to a folder where it may be changed", current, newest)
	}
	if err == nil {
		db.file, err = os.Stat(path)
	}
	if err != nil {
		return nil, errors.Join(err, db.sql.Close())
	}
	return db, nil
}
