package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"arbiter/server/league"
)

// SaveTournament inserts or replaces a definition, its bots and its explicit
// positions, in one transaction. The owner of a tournament that exists stays.
func (db *DB) SaveTournament(ctx context.Context, t league.Tournament, bots []league.Bot, positions league.Positions) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return saveTournament(ctx, tx, t, bots, positions, saveBot)
	})
}

func saveTournament(
	ctx context.Context, tx *sql.Tx, t league.Tournament, bots []league.Bot, positions league.Positions,
	save func(context.Context, *sql.Tx, league.Bot) error,
) error {
	definition, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("tournament %s: %w", t.ID, err)
	}
	const tournament = `
		INSERT INTO tournaments (id, game, definition, created_at, owner) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET definition = excluded.definition`
	if _, err := tx.ExecContext(ctx, tournament, t.ID, t.Game, string(definition), t.CreatedAt.UnixMilli(), t.Owner); err != nil {
		return err
	}
	if err := savePositions(ctx, tx, positions); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `DELETE FROM entries WHERE tournament = ?`, t.ID); err != nil {
		return err
	}
	for i, b := range bots {
		if err := save(ctx, tx, b); err != nil {
			return err
		}
		const entry = `INSERT INTO entries (tournament, position, game, bot) VALUES (?, ?, ?, ?)`
		if _, err := tx.ExecContext(ctx, entry, t.ID, i, b.Game, b.ID); err != nil {
			return err
		}
	}
	return nil
}

// SaveRounds replaces the definition of a tournament whose bots and positions stay, or
// returns league.ErrNotFound. It is what a series needs that grows by a round.
func (db *DB) SaveRounds(ctx context.Context, t league.Tournament) error {
	definition, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("tournament %s: %w", t.ID, err)
	}
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		changed, err := tx.ExecContext(ctx, `UPDATE tournaments SET definition = ? WHERE id = ?`, string(definition), t.ID)
		if err != nil {
			return err
		}
		n, err := changed.RowsAffected()
		if err == nil && n == 0 {
			err = league.NotFoundError{Kind: league.ATournament, Name: t.ID}
		}
		return err
	})
}

// Origin implements league.MatchStore. An experiment is a series that no ladder was asked for.
func (db *DB) Origin(ctx context.Context, tournament string) (o league.Origin, err error) {
	const query = `
		SELECT coalesce(json_type(definition, '$.series') = 'object' AND json_extract(definition, '$.series.entries[0].asked') IS NULL, 0),
		       coalesce(definition ->> 'referee', '')
		FROM tournaments WHERE id = ?`
	err = db.each(ctx, query, []any{tournament}, func(rows *sql.Rows) error { return rows.Scan(&o.Experiment, &o.Referee) })
	return o, err
}

// LastReferee implements league.MatchStore.
func (db *DB) LastReferee(ctx context.Context, game string) (referee string, err error) {
	const query = `
		SELECT definition ->> 'referee' FROM tournaments t
		WHERE game = ? AND definition ->> 'referee' <> ''
		ORDER BY (SELECT coalesce(max(n), 0) FROM matches WHERE tournament = t.id) DESC LIMIT 1`
	err = db.each(ctx, query, []any{game}, func(rows *sql.Rows) (err error) {
		referee, err = scanString(rows)
		return err
	})
	return referee, err
}

// Tournament returns a definition, or league.ErrNotFound.
func (db *DB) Tournament(ctx context.Context, id string) (league.Tournament, error) {
	var t league.Tournament
	var definition []byte
	err := db.sql.QueryRowContext(ctx, `SELECT definition, owner FROM tournaments WHERE id = ?`, id).Scan(&definition, &t.Owner)
	if err != nil {
		return t, db.notFound(err, league.ATournament, id)
	}
	if err := json.Unmarshal(definition, &t); err != nil {
		return t, fmt.Errorf("database %s: tournament %s: %w", db.path, id, err)
	}
	return t, nil
}
