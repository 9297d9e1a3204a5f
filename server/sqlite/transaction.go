package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// write runs do in one transaction, to its end: a write takes less than a
// millisecond, and watching ctx meanwhile would cost more than that.
func (db *DB) write(ctx context.Context, do func(ctx context.Context, tx *sql.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.writing.Lock()
	defer db.writing.Unlock()
	return db.transact(context.WithoutCancel(ctx), do)
}

// transact is write for who holds db.writing.
func (db *DB) transact(ctx context.Context, do func(ctx context.Context, tx *sql.Tx) error) error {
	tx, err := db.sql.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("database %s: %w", db.path, explain(err))
	}
	if err := do(ctx, tx); err != nil {
		return errors.Join(fmt.Errorf("database %s: %w", db.path, explain(err)), tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("database %s: %w", db.path, explain(err))
	}
	return nil
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
