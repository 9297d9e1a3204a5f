package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"arbiter/server/league"
)

const selectStartSets = `SELECT name, game, about, created_at, owner, (SELECT count(*) FROM tests WHERE test_set = test_sets.name) FROM test_sets `

func scanStartSet(rows *sql.Rows) (s league.StartSet, err error) {
	var created int64
	err = rows.Scan(&s.Name, &s.Game, &s.About, &created, &s.Owner, &s.Count)
	s.CreatedAt = time.UnixMilli(created).UTC()
	return s, err
}

// StartSets lists the start sets of a game by name, without their starts. An empty
// game selects all.
func (db *DB) StartSets(ctx context.Context, game string) ([]league.StartSet, error) {
	return collect(ctx, db, selectStartSets+`WHERE ?1 = '' OR game = ?1 ORDER BY name`, []any{game}, scanStartSet)
}

// StartSet returns a start set with its starts, or league.ErrNotFound.
func (db *DB) StartSet(ctx context.Context, name string) (league.StartSet, error) {
	set, err := first(ctx, db, league.ATestSet, name, selectStartSets+`WHERE name = ?`, []any{name}, scanStartSet)
	if err != nil {
		return league.StartSet{}, err
	}
	const tests = `SELECT name, setup FROM tests WHERE test_set = ? ORDER BY position`
	set.Tests, err = collect(ctx, db, tests, []any{name}, func(rows *sql.Rows) (start league.Start, err error) {
		err = rows.Scan(&start.Name, &start.Position)
		return start, err
	})
	return set, err
}

// SaveStartSet inserts or replaces a start set and its positions, in one
// transaction. Its first owner stays.
func (db *DB) SaveStartSet(ctx context.Context, s league.StartSet, positions league.Positions) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const set = `
			INSERT INTO test_sets (name, game, about, created_at, owner) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET game = excluded.game, about = excluded.about`
		if _, err := tx.ExecContext(ctx, set, s.Name, s.Game, s.About, s.CreatedAt.UnixMilli(), s.Owner); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM tests WHERE test_set = ?`, s.Name); err != nil {
			return err
		}
		if err := savePositions(ctx, tx, positions); err != nil {
			return err
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

// DeleteStartSet deletes a start set. An unknown name is not an error. A set
// with a position on which an unfinished tournament starts is
// league.ErrInUse. The texts of the positions stay, since replays of matches refer
// to them.
func (db *DB) DeleteStartSet(ctx context.Context, name string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const using = `
			SELECT coalesce(min(t.id), ''), count(*) FROM tournaments t LEFT JOIN runs r ON r.tournament = t.id
			WHERE ` + unfinished + `
			AND EXISTS (
				SELECT 1 FROM json_each(t.definition, '$.starts') s JOIN tests ON tests.setup = s.value ->> 'setup'
				WHERE tests.test_set = ?)`
		var tournament string
		var n int
		if err := tx.QueryRowContext(ctx, using, name).Scan(&tournament, &n); err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("test set %s: %w: %d unfinished tournaments start from it, such as %s", name, league.ErrInUse, n, tournament)
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM test_sets WHERE name = ?`, name)
		return err
	})
}
