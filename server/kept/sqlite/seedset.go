package sqlite

import (
	"context"
	"database/sql"
	"time"

	"arbiter/server/league"
)

// SeedSets lists the seed sets by name.
func (db *DB) SeedSets(ctx context.Context) ([]league.SeedSet, error) {
	const query = `SELECT name, seeds, about, created_at, owner FROM seed_sets ORDER BY name`
	return collect(ctx, db, query, nil, func(rows *sql.Rows) (s league.SeedSet, err error) {
		var created int64
		err = rows.Scan(&s.Name, &s.Seeds, &s.About, &created, &s.Owner)
		s.CreatedAt = time.UnixMilli(created).UTC()
		return s, err
	})
}

// SaveSeedSet inserts or replaces a seed set, whose first owner stays.
func (db *DB) SaveSeedSet(ctx context.Context, s league.SeedSet) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO seed_sets (name, seeds, about, created_at, owner) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET seeds = excluded.seeds, about = excluded.about`
		_, err := tx.ExecContext(ctx, row, s.Name, s.Seeds, s.About, s.CreatedAt.UnixMilli(), s.Owner)
		return err
	})
}

// DeleteSeedSet deletes a seed set. An unknown name is not an error.
func (db *DB) DeleteSeedSet(ctx context.Context, name string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM seed_sets WHERE name = ?`, name)
		return err
	})
}
