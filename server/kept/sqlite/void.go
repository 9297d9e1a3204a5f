package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"arbiter/server/league"
)

// SaveVoid inserts or replaces how often a match was void.
func (db *DB) SaveVoid(ctx context.Context, v league.Void) error {
	pairing, err := json.Marshal(v.Pairing)
	if err != nil {
		return fmt.Errorf("match %s: %w", v.ID, err)
	}
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO voids (tournament, match, times, left_out, pairing) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (tournament, match) DO UPDATE SET times = excluded.times, left_out = excluded.left_out`
		fate := 0
		switch {
		case v.LeftOut:
			fate = fateLeftOut
		case v.PutOff:
			fate = fatePutOff
		}
		_, err := tx.ExecContext(ctx, row, v.Tournament, v.ID, v.Times, fate, string(pairing))
		return err
	})
}

// What the column left_out says of a void match beside 0, to be played again.
const (
	fateLeftOut = 1 // it is not played again
	fatePutOff  = 2 // it is played last, or has been
)

// leftOut is whether a row of voids is a match that is not played again. One that
// another process has played since is left out no more.
const leftOut = `(left_out = 1 AND ` + notPlayed + `)`

// waiting is an expression over a row of voids: the match is played last, and has not been.
const waiting = `(left_out = 2 AND ` + notPlayed + `)`

const notPlayed = `NOT EXISTS (SELECT 1 FROM matches WHERE id = voids.match)`

// Void returns a match that has been void and has not been played since.
func (db *DB) Void(ctx context.Context, match string) (league.Void, error) {
	voids, err := collect(ctx, db, voidRow+`match = ? AND `+notPlayed, []any{match}, scanVoid)
	switch {
	case err != nil:
		return league.Void{}, err
	case len(voids) == 0:
		return league.Void{}, league.NotFoundError{Kind: league.AMatch, Name: match}
	}
	return voids[0], nil
}

// Voids returns the void matches of a tournament, in no particular order.
func (db *DB) Voids(ctx context.Context, tournament string) ([]league.Void, error) {
	return collect(ctx, db, voidRow+`tournament = ?`, []any{tournament}, scanVoid)
}

const voidRow = `SELECT tournament, match, times, ` + leftOut + `, left_out = 2, pairing FROM voids WHERE `

func scanVoid(rows *sql.Rows) (league.Void, error) {
	var v league.Void
	var pairing []byte
	if err := rows.Scan(&v.Tournament, &v.ID, &v.Times, &v.LeftOut, &v.PutOff, &pairing); err != nil {
		return v, err
	}
	if err := json.Unmarshal(pairing, &v.Pairing); err != nil {
		return v, fmt.Errorf("void match %s: %w", v.ID, err)
	}
	return v, nil
}
