package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"arbiter/server/league"
)

// SaveTournament keeps or replaces the definition, its bots and the texts of its
// explicit positions by their digest, in one transaction.
func (db *DB) SaveTournament(ctx context.Context, t league.Tournament, bots []league.Bot, positions league.Positions) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error { return saveTournament(ctx, tx, t, bots, positions) })
}

func saveTournament(ctx context.Context, tx *sql.Tx, t league.Tournament, bots []league.Bot, positions league.Positions) error {
	definition, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("tournament %s: %w", t.ID, err)
	}
	const tournament = `
		INSERT INTO tournaments (id, game, definition, created_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET definition = excluded.definition`
	if _, err := tx.ExecContext(ctx, tournament, t.ID, t.Game, string(definition), t.CreatedAt.UnixMilli()); err != nil {
		return err
	}
	for digest, text := range positions {
		if err := insertSetup(ctx, tx, digest, text); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM entries WHERE tournament = ?`, t.ID); err != nil {
		return err
	}
	for i, b := range bots {
		if err := keepBot(ctx, tx, b); err != nil {
			return err
		}
		const entry = `INSERT INTO entries (tournament, position, game, bot) VALUES (?, ?, ?, ?)`
		if _, err := tx.ExecContext(ctx, entry, t.ID, i, b.Game, b.ID); err != nil {
			return err
		}
	}
	return nil
}

// Tournament returns a definition, or league.ErrNotFound.
func (db *DB) Tournament(ctx context.Context, id string) (league.Tournament, error) {
	var t league.Tournament
	var definition []byte
	err := db.sql.QueryRowContext(ctx, `SELECT definition FROM tournaments WHERE id = ?`, id).Scan(&definition)
	if err != nil {
		return t, db.missing(err, "tournament", id)
	}
	if err := json.Unmarshal(definition, &t); err != nil {
		return t, fmt.Errorf("database %s: tournament %s: %w", db.path, id, err)
	}
	return t, nil
}

// Bots returns the bots of a tournament, in the order of entry.
func (db *DB) Bots(ctx context.Context, tournament string) ([]league.Bot, error) {
	const query = `
		SELECT b.game, b.id, b.name, b.typed, b.version, b.digest
		FROM entries e JOIN bots b ON b.game = e.game AND b.id = e.bot
		WHERE e.tournament = ? ORDER BY e.position`
	return collect(ctx, db, query, []any{tournament}, func(rows *sql.Rows) (b league.Bot, err error) {
		err = rows.Scan(&b.Game, &b.ID, &b.Name, &b.Typed, &b.Version, &b.Digest)
		return b, err
	})
}
