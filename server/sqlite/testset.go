package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"arbiter/server/league"
)

const selectTestSets = `SELECT name, game, about, created_at, (SELECT count(*) FROM tests WHERE test_set = test_sets.name) FROM test_sets `

func scanTestSet(rows *sql.Rows) (s league.TestSet, err error) {
	var created int64
	err = rows.Scan(&s.Name, &s.Game, &s.About, &created, &s.Count)
	s.CreatedAt = time.UnixMilli(created).UTC()
	return s, err
}

// TestSets lists them by name, without their tests; an empty game chooses all.
func (db *DB) TestSets(ctx context.Context, game string) ([]league.TestSet, error) {
	return collect(ctx, db, selectTestSets+`WHERE ?1 = '' OR game = ?1 ORDER BY name`, []any{game}, scanTestSet)
}

// TestSet returns a test set with its tests, or league.ErrNotFound.
func (db *DB) TestSet(ctx context.Context, name string) (league.TestSet, error) {
	sets, err := collect(ctx, db, selectTestSets+`WHERE name = ?`, []any{name}, scanTestSet)
	if err == nil && len(sets) == 0 {
		err = db.missing(sql.ErrNoRows, "test set", name)
	}
	if err != nil {
		return league.TestSet{}, err
	}
	const tests = `SELECT name, setup FROM tests WHERE test_set = ? ORDER BY position`
	sets[0].Tests, err = collect(ctx, db, tests, []any{name}, func(rows *sql.Rows) (start league.Start, err error) {
		err = rows.Scan(&start.Name, &start.Position)
		return start, err
	})
	return sets[0], err
}

// SaveTestSet keeps or replaces a test set and the texts of its positions by
// their digest, in one transaction.
func (db *DB) SaveTestSet(ctx context.Context, s league.TestSet, positions league.Positions) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const set = `
			INSERT INTO test_sets (name, game, about, created_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET game = excluded.game, about = excluded.about`
		if _, err := tx.ExecContext(ctx, set, s.Name, s.Game, s.About, s.CreatedAt.UnixMilli()); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM tests WHERE test_set = ?`, s.Name); err != nil {
			return err
		}
		for digest, text := range positions {
			if err := insertSetup(ctx, tx, digest, text); err != nil {
				return err
			}
		}
		for i, test := range s.Tests {
			const row = `INSERT INTO tests (test_set, position, name, setup) VALUES (?, ?, ?, ?)`
			if _, err := tx.ExecContext(ctx, row, s.Name, i, test.Name, test.Position); err != nil {
				return err
			}
		}
		return nil
	})
}

// DeleteTestSet forgets a test set; one that is not there is no error. While a
// tournament that is not over starts from one of its positions, or one with a
// schedule, it is an error that names the tournament. The texts of the
// positions stay: matches that were played on them are looked at.
func (db *DB) DeleteTestSet(ctx context.Context, name string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const users = `
			SELECT coalesce(min(t.id), ''), count(*) FROM tournaments t LEFT JOIN runs r ON r.tournament = t.id
			WHERE (coalesce(r.state, 'idle') NOT IN ('done', 'cancelled') OR EXISTS (SELECT 1 FROM schedules WHERE tournament = t.id))
			AND EXISTS (
				SELECT 1 FROM json_each(t.definition, '$.starts') s JOIN tests ON tests.setup = s.value ->> 'setup'
				WHERE tests.test_set = ?)`
		var tournament string
		var n int
		if err := tx.QueryRowContext(ctx, users, name).Scan(&tournament, &n); err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("test set %s: %w: %d tournaments that are not over start from it, such as %s", name, league.ErrInUse, n, tournament)
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM test_sets WHERE name = ?`, name)
		return err
	})
}
