package sqlite

import (
	"context"
	"database/sql"
	"time"

	"arbiter/server/league"
)

// OpenLadders lists the open ladders of the server by name.
func (db *DB) OpenLadders(ctx context.Context) ([]league.OpenLadder, error) {
	const query = `SELECT name, game, seats, time_factor, owner, created_at FROM ladders ORDER BY name`
	return collect(ctx, db, query, nil, func(rows *sql.Rows) (l league.OpenLadder, err error) {
		var created int64
		err = rows.Scan(&l.Name, &l.Game, &l.Seats, &l.TimeFactor, &l.Owner, &created)
		l.CreatedAt = time.UnixMilli(created).UTC()
		return l, err
	})
}

// SaveOpenLadder adds an open ladder. One of its name stays as it is.
func (db *DB) SaveOpenLadder(ctx context.Context, l league.OpenLadder) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `INSERT INTO ladders (name, game, seats, time_factor, owner, created_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING`
		_, err := tx.ExecContext(ctx, row, l.Name, l.Game, l.Seats, l.TimeFactor, l.Owner, l.CreatedAt.UnixMilli())
		return err
	})
}

// DeleteOpenLadder deletes an open ladder, what was asked of it and what failed. Its
// tournament stays. An unknown name is not an error.
func (db *DB) DeleteOpenLadder(ctx context.Context, name string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM ladder_requests WHERE ladder = ?`, name); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM ladder_failures WHERE ladder = ?`, name); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM ladders WHERE name = ?`, name)
		return err
	})
}
