package sqlite

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"arbiter/server/league"
)

// write runs do in one transaction, to its end: a write takes less than a
// millisecond, and watching ctx meanwhile would cost more than that.
func (db *DB) write(ctx context.Context, do func(ctx context.Context, tx *sql.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.writing.Lock()
	defer db.writing.Unlock()
	return db.transact(context.WithoutCancel(ctx), do)
}

// transact is write for who holds db.writing.
func (db *DB) transact(ctx context.Context, do func(ctx context.Context, tx *sql.Tx) error) error {
	tx, err := db.sql.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("database %s: %w", db.path, explain(err))
	}
	if err := do(ctx, tx); err != nil {
		return errors.Join(fmt.Errorf("database %s: %w", db.path, explain(err)), tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("database %s: %w", db.path, explain(err))
	}
	return nil
}

// SaveTournament implements league.Store.
func (db *DB) SaveTournament(ctx context.Context, t league.Tournament, bots []league.Bot, setups map[string][]byte) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error { return saveTournament(ctx, tx, t, bots, setups) })
}

func saveTournament(ctx context.Context, tx *sql.Tx, t league.Tournament, bots []league.Bot, setups map[string][]byte) error {
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
	for digest, text := range setups {
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

func insertSetup(ctx context.Context, tx *sql.Tx, digest string, text []byte) error {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(text); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO setups (digest, text) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING`, digest, packed.Bytes())
	return err
}

// SetupText implements league.Store.
func (db *DB) SetupText(ctx context.Context, digest string) ([]byte, error) {
	var packed []byte
	err := db.sql.QueryRowContext(ctx, `SELECT text FROM setups WHERE digest = ?`, digest).Scan(&packed)
	if err != nil {
		return nil, db.missing(err, "start position", digest)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("database %s: start position %s: %w", db.path, digest, err)
	}
	return io.ReadAll(z)
}

// missing turns "no rows" into league.ErrNotFound with a name.
func (db *DB) missing(err error, what, id string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("%s %s: %w", what, id, league.ErrNotFound)
	}
	return fmt.Errorf("database %s: %s %s: %w", db.path, what, id, explain(err))
}

// Tournament implements league.Store.
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

// A Summary is a tournament in a list.
type Summary struct {
	ID        string
	Game      string
	CreatedAt time.Time
	Bots      int
	Matches   int
}

// Tournaments lists the tournaments, newest first.
func (db *DB) Tournaments(ctx context.Context) ([]Summary, error) {
	const query = `
		SELECT id, game, created_at,
		       (SELECT count(*) FROM entries WHERE tournament = id),
		       (SELECT count(*) FROM matches WHERE tournament = tournaments.id)
		FROM tournaments ORDER BY created_at DESC, id`
	return collect(ctx, db, query, nil, func(rows *sql.Rows) (s Summary, err error) {
		var created int64
		err = rows.Scan(&s.ID, &s.Game, &created, &s.Bots, &s.Matches)
		s.CreatedAt = time.UnixMilli(created).UTC()
		return s, err
	})
}

// Bots implements league.Store.
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

// each runs a query and calls do with every row.
func (db *DB) each(ctx context.Context, query string, args []any, do func(*sql.Rows) error) error {
	rows, err := db.sql.QueryContext(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("database %s: %w", db.path, explain(err))
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return fmt.Errorf("database %s: %w", db.path, explain(err))
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("database %s: %w", db.path, explain(err))
	}
	return nil
}

// collect runs a query and scans every row.
func collect[T any](ctx context.Context, db *DB, query string, args []any, scan func(*sql.Rows) (T, error)) ([]T, error) {
	var all []T
	err := db.each(ctx, query, args, func(rows *sql.Rows) error {
		one, err := scan(rows)
		all = append(all, one)
		return err
	})
	return all, err
}
