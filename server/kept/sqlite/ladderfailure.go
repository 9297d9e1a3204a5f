package sqlite

import (
	"context"
	"database/sql"
	"time"

	"arbiter/server/league"
)

// SaveLadderFailure keeps a failure. The same one of the same name takes the place of
// the one before, and of each ladder the newest league.MaxLadderFailures are kept.
func (db *DB) SaveLadderFailure(ctx context.Context, f league.LadderFailure) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const again = `DELETE FROM ladder_failures WHERE ladder = ? AND name = ? AND why = ? AND output = ?`
		if _, err := tx.ExecContext(ctx, again, f.Ladder, f.Name, f.Why, f.Output); err != nil {
			return err
		}
		const row = `INSERT INTO ladder_failures (ladder, name, why, output, at) VALUES (?, ?, ?, ?, ?)`
		if _, err := tx.ExecContext(ctx, row, f.Ladder, f.Name, f.Why, f.Output, f.At.UnixMilli()); err != nil {
			return err
		}
		const old = `
			DELETE FROM ladder_failures WHERE ladder = ? AND number <=
			(SELECT number FROM ladder_failures WHERE ladder = ? ORDER BY number DESC LIMIT 1 OFFSET ?)`
		_, err := tx.ExecContext(ctx, old, f.Ladder, f.Ladder, league.MaxLadderFailures)
		return err
	})
}

// LadderFailures returns the failures of a ladder that are kept, newest first.
func (db *DB) LadderFailures(ctx context.Context, ladder string) ([]league.LadderFailure, error) {
	const query = `SELECT name, why, output, at FROM ladder_failures WHERE ladder = ? ORDER BY number DESC`
	return collect(ctx, db, query, []any{ladder}, func(rows *sql.Rows) (league.LadderFailure, error) {
		f := league.LadderFailure{Ladder: ladder}
		var at int64
		err := rows.Scan(&f.Name, &f.Why, &f.Output, &at)
		f.At = time.UnixMilli(at).UTC()
		return f, err
	})
}
