package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"arbiter/server/league"
)

// SaveCheck inserts or replaces the sequential test that a tournament plays for.
func (db *DB) SaveCheck(ctx context.Context, tournament string, test league.Question) error {
	text, err := json.Marshal(test)
	if err != nil {
		return err
	}
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `INSERT INTO checks (tournament, test) VALUES (?, ?) ON CONFLICT (tournament) DO UPDATE SET test = excluded.test`
		_, err := tx.ExecContext(ctx, row, tournament, string(text))
		return err
	})
}

// Checks returns the sequential tests by tournament.
func (db *DB) Checks(ctx context.Context) (map[string]league.Question, error) {
	checks := map[string]league.Question{}
	err := db.each(ctx, `SELECT tournament, test FROM checks`, nil, func(rows *sql.Rows) error {
		var id, text string
		if err := rows.Scan(&id, &text); err != nil {
			return err
		}
		var test league.Question
		if err := json.Unmarshal([]byte(text), &test); err != nil {
			return fmt.Errorf("check %s: %w", id, err)
		}
		checks[id] = test
		return nil
	})
	return checks, err
}
