package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"arbiter/server/league"
)

// SaveLadderRequest adds a request, whose number it chooses.
func (db *DB) SaveLadderRequest(ctx context.Context, r league.LadderRequest) error {
	bot := ""
	if r.Bot != nil {
		text, err := json.Marshal(r.Bot)
		if err != nil {
			return fmt.Errorf("bot %s: %w", r.Bot.ID, err)
		}
		bot = string(text)
	}
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `INSERT INTO ladder_requests (ladder, name, bot, asked_at) VALUES (?, ?, ?, ?)`
		_, err := tx.ExecContext(ctx, row, r.Ladder, r.Name, bot, r.AskedAt.UnixMilli())
		return err
	})
}

// LadderRequests returns the requests of a ladder in the order of asking.
func (db *DB) LadderRequests(ctx context.Context, ladder string) ([]league.LadderRequest, error) {
	const query = `SELECT number, name, bot, asked_at FROM ladder_requests WHERE ladder = ? ORDER BY number`
	return collect(ctx, db, query, []any{ladder}, func(rows *sql.Rows) (league.LadderRequest, error) {
		r := league.LadderRequest{Ladder: ladder}
		var bot string
		var asked int64
		if err := rows.Scan(&r.Number, &r.Name, &bot, &asked); err != nil {
			return r, err
		}
		r.AskedAt = time.UnixMilli(asked).UTC()
		if bot == "" {
			return r, nil
		}
		if err := json.Unmarshal([]byte(bot), &r.Bot); err != nil {
			return r, fmt.Errorf("request %d: %w", r.Number, err)
		}
		return r, nil
	})
}

// DeleteLadderRequests deletes the requests of a ladder up to a number.
func (db *DB) DeleteLadderRequests(ctx context.Context, ladder string, until int64) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM ladder_requests WHERE ladder = ? AND number <= ?`, ladder, until)
		return err
	})
}
