package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"arbiter/referee"
	"arbiter/server/league"
)

// Stored returns at most limit matches that were saved after the mark, with their replays, in
// the order of saving.
func (db *DB) Stored(ctx context.Context, after league.Mark, limit int) ([]league.StoredMatch, error) {
	query := `SELECT ` + reportColumns + ` FROM matches m WHERE m.n > ? ORDER BY m.n LIMIT ?`
	rows, err := collect(ctx, db, query, []any{after, limit}, scanReport)
	if err != nil {
		return nil, err
	}
	var all []league.StoredMatch
	for _, row := range rows {
		if err := db.readParts(ctx, &row); err != nil {
			return nil, err
		}
		m := league.StoredMatch{Report: row.Report, Mark: league.Mark(row.n)}
		m.SeatFaults, err = collect(ctx, db, `SELECT fault FROM seats WHERE match = ? ORDER BY seat`, []any{row.n}, func(rows *sql.Rows) (kind referee.Kind, err error) {
			err = rows.Scan(&kind)
			return kind, err
		})
		if err != nil {
			return nil, err
		}
		err = db.sql.QueryRowContext(ctx, `SELECT data FROM records WHERE match = ?`, row.n).Scan(&m.Record)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, db.notFound(err, "replay of match", row.ID)
		}
		all = append(all, m)
	}
	return all, nil
}
