package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"arbiter/server/league"
)

// SaveQueuedMatch keeps a match that waits. One that waits already stays in its
// place.
func (db *DB) SaveQueuedMatch(ctx context.Context, w league.QueuedMatch) error {
	work, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("match %s: %w", w.Job.ID, err)
	}
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `INSERT INTO waiting (match, setup, work) VALUES (?, ?, ?) ON CONFLICT (match) DO NOTHING`
		setup := w.Job.Pairing.Start.Position
		_, err := tx.ExecContext(ctx, row, w.Job.ID, sql.NullString{String: setup, Valid: setup != ""}, string(work))
		return err
	})
}

// DeleteQueuedMatch forgets that a match waits; one that does not is no error.
func (db *DB) DeleteQueuedMatch(ctx context.Context, match string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM waiting WHERE match = ?`, match)
		return err
	})
}

// QueuedMatches lists the matches that wait, in order. It forgets those that
// have been played: the last server may have ended between the two.
func (db *DB) QueuedMatches(ctx context.Context) ([]league.QueuedMatch, error) {
	err := db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM waiting WHERE match IN (SELECT id FROM matches)`)
		return err
	})
	if err != nil {
		return nil, err
	}
	return collect(ctx, db, `SELECT work FROM waiting ORDER BY number`, nil, func(rows *sql.Rows) (w league.QueuedMatch, err error) {
		var work []byte
		if err := rows.Scan(&work); err != nil {
			return w, err
		}
		return w, json.Unmarshal(work, &w)
	})
}
