package sqlite

import (
	"context"
	"database/sql"
	"fmt"
)

// Check looks whether the file is sound: its pages, its references, and that
// every match has its seats. It returns what is wrong, a sentence each.
func (db *DB) Check(ctx context.Context) ([]string, error) {
	text := func(rows *sql.Rows) (s string, err error) {
		err = rows.Scan(&s)
		return s, err
	}
	wrong, err := collect(ctx, db, `SELECT * FROM pragma_integrity_check() WHERE integrity_check <> 'ok'`, nil, text)
	if err != nil {
		return nil, err
	}
	const references = `SELECT 'table ' || "table" || ', row ' || coalesce(rowid, '?') || ': refers to a row of ' || parent || ' that is not there' FROM pragma_foreign_key_check()`
	lost, err := collect(ctx, db, references, nil, text)
	if err != nil {
		return nil, err
	}
	const seats = `SELECT 'match ' || id || ': has no seats' FROM matches WHERE NOT EXISTS (SELECT 1 FROM seats WHERE match = n)`
	empty, err := collect(ctx, db, seats, nil, text)
	return append(append(wrong, lost...), empty...), err
}

// Vacuum gives the space of what was deleted back to the disk.
func (db *DB) Vacuum(ctx context.Context) error {
	if _, err := db.sql.ExecContext(ctx, `VACUUM`); err != nil {
		return fmt.Errorf("database %s: vacuum: %w", db.path, explain(err))
	}
	return nil
}

// Size returns the bytes of the file and of its write-ahead log, and how many
// matches it holds.
func (db *DB) Size(ctx context.Context) (bytes int64, matches int, err error) {
	const query = `SELECT (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size()), (SELECT count(*) FROM matches)`
	err = db.sql.QueryRowContext(ctx, query).Scan(&bytes, &matches)
	return bytes, matches, explain(err)
}
