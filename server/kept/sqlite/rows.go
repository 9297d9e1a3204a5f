package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"arbiter/server/league"
)

// each runs a query and calls do with every row.
func (db *DB) each(ctx context.Context, query string, args []any, do func(*sql.Rows) error) error {
	rows, err := db.sql.QueryContext(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("database %s: %w", db.path, explain(err))
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return fmt.Errorf("database %s: %w", db.path, explain(err))
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("database %s: %w", db.path, explain(err))
	}
	return nil
}

// collect runs a query and returns all rows as scanned by scan.
func collect[T any](ctx context.Context, db *DB, query string, args []any, scan func(*sql.Rows) (T, error)) ([]T, error) {
	var all []T
	err := db.each(ctx, query, args, func(rows *sql.Rows) error {
		row, err := scan(rows)
		all = append(all, row)
		return err
	})
	return all, err
}

// first runs a query and returns its first row. No row is league.ErrNotFound,
// with what was looked for.
func first[T any](ctx context.Context, db *DB, what league.Kind, id, query string, args []any, scan func(*sql.Rows) (T, error)) (T, error) {
	all, err := collect(ctx, db, query, args, scan)
	if err == nil && len(all) == 0 {
		err = db.notFound(sql.ErrNoRows, what, id)
	}
	if err != nil {
		var none T
		return none, err
	}
	return all[0], nil
}

// scanString scans a row of one text column.
func scanString(rows *sql.Rows) (s string, err error) {
	err = rows.Scan(&s)
	return s, err
}

// notFound replaces sql.ErrNoRows with league.ErrNotFound and wraps any error
// with what was looked for.
func (db *DB) notFound(err error, what league.Kind, id string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return league.NotFoundError{Kind: what, Name: id}
	}
	return fmt.Errorf("database %s: %s %s: %w", db.path, what, id, explain(err))
}

// sqlLimit returns a LIMIT argument; 0 means no limit.
func sqlLimit(n int) int {
	if n > 0 {
		return n
	}
	return -1
}
