package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"arbiter/server/league"
)

// Leaderboards lists the leaderboards by name.
func (db *DB) Leaderboards(ctx context.Context) ([]league.Leaderboard, error) {
	const query = `SELECT name, game, filter, anchor, tournaments, since, until, days, singles, humans, created_at, owner FROM leaderboards ORDER BY name`
	return collect(ctx, db, query, nil, func(rows *sql.Rows) (l league.Leaderboard, err error) {
		var tournaments string
		var since, until sql.NullInt64
		var created int64
		if err := rows.Scan(&l.Name, &l.Game, &l.Filter, &l.Anchor, &tournaments, &since, &until, &l.Days, &l.Singles, &l.Humans, &created, &l.Owner); err != nil {
			return l, err
		}
		l.Since, l.Until, l.CreatedAt = timeOf(since), timeOf(until), time.UnixMilli(created).UTC()
		if tournaments == "" {
			return l, nil
		}
		if err := json.Unmarshal([]byte(tournaments), &l.Tournaments); err != nil {
			return l, fmt.Errorf("tournaments of leaderboard %s: %w", l.Name, err)
		}
		return l, nil
	})
}

// SaveLeaderboard inserts or replaces a leaderboard, whose first owner stays.
func (db *DB) SaveLeaderboard(ctx context.Context, l league.Leaderboard) error {
	tournaments := ""
	if len(l.Tournaments) > 0 {
		text, err := json.Marshal(l.Tournaments)
		if err != nil {
			return fmt.Errorf("tournaments of leaderboard %s: %w", l.Name, err)
		}
		tournaments = string(text)
	}
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO leaderboards (name, game, filter, anchor, tournaments, since, until, days, singles, humans, created_at, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET game = excluded.game, filter = excluded.filter, anchor = excluded.anchor, tournaments = excluded.tournaments,
				since = excluded.since, until = excluded.until, days = excluded.days, singles = excluded.singles, humans = excluded.humans`
		_, err := tx.ExecContext(ctx, row, l.Name, l.Game, l.Filter, l.Anchor, tournaments, nullTime(l.Since), nullTime(l.Until), l.Days, l.Singles, l.Humans, l.CreatedAt.UnixMilli(), l.Owner)
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

// nullTime returns a time in milliseconds since 1970, NULL for the zero time.
func nullTime(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

// timeOf is the inverse of nullTime.
func timeOf(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return time.UnixMilli(ms.Int64).UTC()
}
