package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
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

// Copy writes a consistent copy of the database to a new file while others go on
// reading and writing: it is a reader of the moment at which it began. SQLite's backup
// interface would begin again after each write of another process, or could not be
// interrupted.
func (db *DB) Copy(ctx context.Context, file string) error {
	if _, err := db.sql.ExecContext(ctx, `VACUUM INTO ?`, file); err != nil {
		return fmt.Errorf("database %s: copy to %s: %w", db.path, file, explain(err))
	}
	return nil
}

// MoveBots rewrites the paths of bots below one folder to another, of those that are
// known and of those that were asked to enter a ladder.
func (db *DB) MoveBots(ctx context.Context, from, to string) error {
	from, to = from+"/", to+"/"
	inJSON := func(path string) (string, error) {
		text, err := json.Marshal(path)
		return strings.Trim(string(text), `"`), err
	}
	was, err := inJSON(from)
	if err != nil {
		return err
	}
	is, err := inJSON(to)
	if err != nil {
		return err
	}
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `UPDATE bots SET typed = replace(typed, ?1, ?2) WHERE instr(typed, ?1) > 0`, from, to); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE ladder_requests SET bot = replace(bot, ?1, ?2) WHERE instr(bot, ?1) > 0`, was, is)
		return err
	})
}

// Size returns the size of the database in bytes, including pages that are only
// in the WAL yet, and the number of matches.
func (db *DB) Size(ctx context.Context) (bytes int64, matches int, err error) {
	const query = `SELECT (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size()), (SELECT count(*) FROM matches)`
	err = db.sql.QueryRowContext(ctx, query).Scan(&bytes, &matches)
	return bytes, matches, explain(err)
}
