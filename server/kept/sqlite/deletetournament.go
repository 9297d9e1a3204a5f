package sqlite

import (
	"context"
	"database/sql"
	"time"

	"arbiter/server/league"
)

// deleteBatch is the number of matches that one transaction deletes, so that a
// report that is saved meanwhile waits for milliseconds only.
const deleteBatch = 500

// DeleteTournament deletes a tournament with its matches and their replays, its
// check and its entries. Bots and explicit positions stay, since
// others may use them. It is cancelled first, so that a deletion that breaks off
// leaves no tournament that plays again what is missing. What does not exist is
// not an error.
func (db *DB) DeleteTournament(ctx context.Context, id string, at time.Time) error {
	var exists bool
	if err := db.sql.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM tournaments WHERE id = ?)`, id).Scan(&exists); err != nil || !exists {
		return explain(err)
	}
	if err := db.SetTournamentState(ctx, id, league.Cancelled, "being deleted", at); err != nil {
		return err
	}
	for deleted := int64(1); deleted > 0; {
		err := db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
			if err := db.keepNumbers(ctx, tx); err != nil {
				return err
			}
			const some = `DELETE FROM matches WHERE n IN (SELECT n FROM matches WHERE tournament = ? LIMIT ?)`
			done, err := tx.ExecContext(ctx, some, id, deleteBatch)
			if err != nil {
				return err
			}
			deleted, err = done.RowsAffected()
			return err
		})
		if err != nil {
			return err
		}
	}
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM tournaments WHERE id = ?`, id)
		return err
	})
}

// keepNumbers keeps the numbers of the matches that are about to be deleted from
// being given to others: a client that has seen a league.Mark would miss those.
// The caller holds db.writing.
func (db *DB) keepNumbers(ctx context.Context, tx *sql.Tx) error {
	var last int64
	err := tx.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) FROM matches`).Scan(&last)
	db.lastNumber = max(db.lastNumber, last)
	return err
}
