package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"arbiter/server/league"
)

// SaveQueuedMatch appends a match to the queue. One that is already queued keeps
// its place.
func (db *DB) SaveQueuedMatch(ctx context.Context, m league.QueuedMatch) error {
	work, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("match %s: %w", m.Job.ID, err)
	}
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `INSERT INTO waiting (match, setup, work) VALUES (?, ?, ?) ON CONFLICT (match) DO NOTHING`
		_, err := tx.ExecContext(ctx, row, m.Job.ID, positionArg(m.Job.Pairing.Start), string(work))
		return err
	})
}

// CountQueuedStart adds one to the starts of a match. A match that is not queued
// is not an error.
func (db *DB) CountQueuedStart(ctx context.Context, match string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const count = `UPDATE waiting SET work = json_set(work, '$.starts', coalesce(json_extract(work, '$.starts'), 0) + 1) WHERE match = ?`
		_, err := tx.ExecContext(ctx, count, match)
		return err
	})
}

// DeleteQueuedMatch removes a match from the queue. A match that is not queued is
// not an error.
func (db *DB) DeleteQueuedMatch(ctx context.Context, match string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM waiting WHERE match = ?`, match)
		return err
	})
}

// QueuedMatches returns the queue in order. It first removes matches that have
// been played: a server may have stopped between saving a report and removing the
// match from the queue.
func (db *DB) QueuedMatches(ctx context.Context) ([]league.QueuedMatch, error) {
	err := db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM waiting WHERE match IN (SELECT id FROM matches)`)
		return err
	})
	if err != nil {
		return nil, err
	}
	return collect(ctx, db, `SELECT work FROM waiting ORDER BY number`, nil, func(rows *sql.Rows) (m league.QueuedMatch, err error) {
		var work []byte
		if err := rows.Scan(&work); err != nil {
			return m, err
		}
		return m, json.Unmarshal(work, &m)
	})
}
