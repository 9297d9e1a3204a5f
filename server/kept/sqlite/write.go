package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// write runs do in one write transaction. Once the transaction has begun, ctx is
// ignored: a write takes less than a millisecond, and watching for cancellation
// would cost more than that.
func (db *DB) write(ctx context.Context, do func(ctx context.Context, tx *sql.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.writing.Lock()
	defer db.writing.Unlock()
	return db.transact(context.WithoutCancel(ctx), do)
}

// transact runs do in one transaction. The caller holds db.writing.
func (db *DB) transact(ctx context.Context, do func(ctx context.Context, tx *sql.Tx) error) error {
	if err := db.CheckPresent(); err != nil {
		return fmt.Errorf("database %s: %w", db.path, err)
	}
	if err := db.begun(ctx, do); err != nil {
		if gone := db.CheckPresent(); gone != nil { // meanwhile, which is what the error came of
			err = gone
		}
		return fmt.Errorf("database %s: %w", db.path, explain(err))
	}
	return nil
}

// begun runs do between BEGIN and COMMIT.
func (db *DB) begun(ctx context.Context, do func(ctx context.Context, tx *sql.Tx) error) error {
	tx, err := db.sql.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(ctx, tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// execPrepared executes a statement, prepared once per database handle: parsing
// it would cost more than executing it. The caller holds db.writing.
func (db *DB) execPrepared(ctx context.Context, tx *sql.Tx, text string, args ...any) (sql.Result, error) {
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

// maxRows is the maximum number of rows per INSERT statement. There is one
// prepared statement for each number of rows.
const maxRows = 32

// insertRows inserts rows, up to maxRows per statement: the overhead of a
// statement exceeds the cost of a row.
func (db *DB) insertRows(ctx context.Context, tx *sql.Tx, into string, rows [][]any, onConflict string) error {
	for chunk := range slices.Chunk(rows, maxRows) {
		row := "(?" + strings.Repeat(", ?", len(chunk[0])-1) + ")"
		text := "INSERT INTO " + into + " VALUES " + row + strings.Repeat(", "+row, len(chunk)-1) + " " + onConflict
		if _, err := db.execPrepared(ctx, tx, text, slices.Concat(chunk...)...); err != nil {
			return err
		}
	}
	return nil
}
