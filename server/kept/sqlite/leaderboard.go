package sqlite

import (
	"context"
	"database/sql"
	"time"

	"arbiter/server/league"
)

// Leaderboards lists the leaderboards by name.
func (db *DB) Leaderboards(ctx context.Context) ([]league.Leaderboard, error) {
	const query = `SELECT name, game, filter, anchor, created_at, owner FROM leaderboards ORDER BY name`
	return collect(ctx, db, query, nil, func(rows *sql.Rows) (l league.Leaderboard, err error) {
		var created int64
		err = rows.Scan(&l.Name, &l.Game, &l.Filter, &l.Anchor, &created, &l.Owner)
		l.CreatedAt = time.UnixMilli(created).UTC()
		return l, err
	})
}

// SaveLeaderboard inserts or replaces a leaderboard, whose first owner stays.
func (db *DB) SaveLeaderboard(ctx context.Context, l league.Leaderboard) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO leaderboards (name, game, filter, anchor, created_at, owner) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET game = excluded.game, filter = excluded.filter, anchor = excluded.anchor`
		_, err := tx.ExecContext(ctx, row, l.Name, l.Game, l.Filter, l.Anchor, l.CreatedAt.UnixMilli(), l.Owner)
		return err
	})
}

// DeleteLeaderboard deletes a leaderboard. An unknown name is not an error.
func (db *DB) DeleteLeaderboard(ctx context.Context, name string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM leaderboards WHERE name = ?`, name)
		return err
	})
}
