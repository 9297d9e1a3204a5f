package sqlite

import (
	"arbiter/server/league"
	"context"
	"database/sql"
	"errors"
	"fmt"
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

// collect runs a query and scans every row.
func collect[T any](ctx context.Context, db *DB, query string, args []any, scan func(*sql.Rows) (T, error)) ([]T, error) {
	var all []T
	err := db.each(ctx, query, args, func(rows *sql.Rows) error {
		one, err := scan(rows)
		all = append(all, one)
		return err
	})
	return all, err
}

// missing turns "no rows" into league.ErrNotFound with a name.
func (db *DB) missing(err error, what, id string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%s %s: %w", what, id, league.ErrNotFound)
	}
	return fmt.Errorf("database %s: %s %s: %w", db.path, what, id, explain(err))
}
