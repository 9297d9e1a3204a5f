package sqlite

import (
	"context"
	"fmt"
	"slices"
)

// Check verifies the integrity of the file: its pages, its foreign keys, and that
// every match has seats. It returns the problems, one sentence each.
func (db *DB) Check(ctx context.Context) ([]string, error) {
	damage, err := collect(ctx, db, `SELECT * FROM pragma_integrity_check() WHERE integrity_check <> 'ok'`, nil, scanString)
	if err != nil {
		return nil, err
	}
	const references = `SELECT 'table ' || "table" || ', row ' || coalesce(rowid, '?') || ': refers to a missing row of ' || parent FROM pragma_foreign_key_check()`
	dangling, err := collect(ctx, db, references, nil, scanString)
	if err != nil {
		return nil, err
	}
	const seats = `SELECT 'match ' || id || ': has no seats' FROM matches WHERE NOT EXISTS (SELECT 1 FROM seats WHERE match = n)`
	empty, err := collect(ctx, db, seats, nil, scanString)
	return slices.Concat(damage, dangling, empty), err
}

// Vacuum returns the space of deleted rows to the file system.
func (db *DB) Vacuum(ctx context.Context) error {
	if _, err := db.sql.ExecContext(ctx, `VACUUM`); err != nil {
		return fmt.Errorf("database %s: vacuum: %w", db.path, explain(err))
	}
	return nil
}

// Size returns the size of the database in bytes, including pages that are only
// in the WAL yet, and the number of matches.
func (db *DB) Size(ctx context.Context) (bytes int64, matches int, err error) {
	const query = `SELECT (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size()), (SELECT count(*) FROM matches)`
	err = db.sql.QueryRowContext(ctx, query).Scan(&bytes, &matches)
	return bytes, matches, explain(err)
}
