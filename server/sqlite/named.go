package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"arbiter/server/rating"
)

// A Leaderboard is a saved filter over all matches of a game.
type Leaderboard struct {
	Name      string
	Game      string
	Filter    string // see docs/tournaments.md
	Anchor    string // the bot whose Elo is 0; "" for the mean
	CreatedAt time.Time
}

// Leaderboards lists them by name.
func (db *DB) Leaderboards(ctx context.Context) ([]Leaderboard, error) {
	const query = `SELECT name, game, filter, anchor, created_at FROM leaderboards ORDER BY name`
	return collect(ctx, db, query, nil, func(rows *sql.Rows) (l Leaderboard, err error) {
		var created int64
		err = rows.Scan(&l.Name, &l.Game, &l.Filter, &l.Anchor, &created)
		l.CreatedAt = time.UnixMilli(created).UTC()
		return l, err
	})
}

// SaveLeaderboard keeps or replaces one.
func (db *DB) SaveLeaderboard(ctx context.Context, l Leaderboard) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO leaderboards (name, game, filter, anchor, created_at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET game = excluded.game, filter = excluded.filter, anchor = excluded.anchor`
		_, err := tx.ExecContext(ctx, row, l.Name, l.Game, l.Filter, l.Anchor, l.CreatedAt.UnixMilli())
		return err
	})
}

// DeleteLeaderboard forgets one; one that is not there is no error.
func (db *DB) DeleteLeaderboard(ctx context.Context, name string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM leaderboards WHERE name = ?`, name)
		return err
	})
}

// A SeedSet is a list of seeds under a name.
type SeedSet struct {
	Name      string
	Seeds     string // such as 1..60, 99
	About     string
	CreatedAt time.Time
}

// SeedSets lists them by name.
func (db *DB) SeedSets(ctx context.Context) ([]SeedSet, error) {
	const query = `SELECT name, seeds, about, created_at FROM seed_sets ORDER BY name`
	return collect(ctx, db, query, nil, func(rows *sql.Rows) (s SeedSet, err error) {
		var created int64
		err = rows.Scan(&s.Name, &s.Seeds, &s.About, &created)
		s.CreatedAt = time.UnixMilli(created).UTC()
		return s, err
	})
}

// SaveSeedSet keeps or replaces one.
func (db *DB) SaveSeedSet(ctx context.Context, s SeedSet) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO seed_sets (name, seeds, about, created_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET seeds = excluded.seeds, about = excluded.about`
		_, err := tx.ExecContext(ctx, row, s.Name, s.Seeds, s.About, s.CreatedAt.UnixMilli())
		return err
	})
}

// DeleteSeedSet forgets one; one that is not there is no error.
func (db *DB) DeleteSeedSet(ctx context.Context, name string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM seed_sets WHERE name = ?`, name)
		return err
	})
}

// SaveCheck keeps the sequential test that a tournament plays for.
func (db *DB) SaveCheck(ctx context.Context, tournament string, test rating.SPRT) error {
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

// Checks returns the sequential tests by the tournament that plays for each.
func (db *DB) Checks(ctx context.Context) (map[string]rating.SPRT, error) {
	checks := map[string]rating.SPRT{}
	err := db.each(ctx, `SELECT tournament, test FROM checks`, nil, func(rows *sql.Rows) error {
		var id, text string
		if err := rows.Scan(&id, &text); err != nil {
			return err
		}
		var test rating.SPRT
		if err := json.Unmarshal([]byte(text), &test); err != nil {
			return fmt.Errorf("check %s: %w", id, err)
		}
		checks[id] = test
		return nil
	})
	return checks, err
}
