package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"arbiter/server/league"
)

const selectBots = `
	SELECT b.game, b.id, b.name, b.typed, b.version, b.digest,
	       coalesce(l.state, ''), coalesce(l.why, ''), coalesce(l.disabled, 0), coalesce(l.registered_at, 0), coalesce(l.changed_at, 0),
	       (SELECT count(*) FROM seats s JOIN matches m ON m.n = s.match WHERE s.bot = b.id AND m.game = b.game)
	FROM bots b LEFT JOIN lives l ON l.game = b.game AND l.bot = b.id `

func scanBot(rows *sql.Rows) (b league.KnownBot, err error) {
	var registered, changed int64
	err = rows.Scan(&b.Game, &b.ID, &b.Name, &b.Typed, &b.Version, &b.Digest,
		&b.Status, &b.Why, &b.Disabled, &registered, &changed, &b.Matches)
	if registered > 0 {
		b.RegisteredAt, b.ChangedAt = time.UnixMilli(registered).UTC(), time.UnixMilli(changed).UTC()
	}
	return b, err
}

// KnownBots lists the bots of a game, or of all, by name and then the newest
// version first; an empty game or name chooses all.
func (db *DB) KnownBots(ctx context.Context, game, name string) ([]league.KnownBot, error) {
	const query = selectBots + `
		WHERE (?1 = '' OR b.game = ?1) AND (?2 = '' OR b.name = ?2)
		ORDER BY b.game, b.name, coalesce(l.registered_at, 0) DESC, b.id`
	return collect(ctx, db, query, []any{game, name}, scanBot)
}

// KnownBot returns a bot by its ID, or league.ErrNotFound.
func (db *DB) KnownBot(ctx context.Context, game, id string) (league.KnownBot, error) {
	all, err := collect(ctx, db, selectBots+`WHERE b.game = ? AND b.id = ?`, []any{game, id}, scanBot)
	if err == nil && len(all) == 0 {
		err = db.missing(sql.ErrNoRows, "bot of "+game, id)
	}
	if err != nil {
		return league.KnownBot{}, err
	}
	return all[0], nil
}

// OutOfPlay reports whether a bot is disabled or retired.
func (db *DB) OutOfPlay(ctx context.Context, game, id string) (out bool, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM lives WHERE game = ? AND bot = ? AND (disabled OR state = ?))`
	err = db.sql.QueryRowContext(ctx, query, game, id, string(league.BotRetired)).Scan(&out)
	return out, explain(err)
}

// RegisterBot keeps a bot as a candidate. One that is registered already keeps
// its life; it is found under the new name it was typed by.
func (db *DB) RegisterBot(ctx context.Context, b league.Bot, at time.Time) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := keepBot(ctx, tx, b); err != nil {
			return err
		}
		const life = `
			INSERT INTO lives (game, bot, state, why, disabled, registered_at, changed_at) VALUES (?, ?, 'candidate', '', 0, ?, ?)
			ON CONFLICT DO NOTHING`
		_, err := tx.ExecContext(ctx, life, b.Game, b.ID, at.UnixMilli(), at.UnixMilli())
		return err
	})
}

// KeepBot keeps a bot that plays without being registered.
func (db *DB) KeepBot(ctx context.Context, b league.Bot) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error { return keepBot(ctx, tx, b) })
}

func keepBot(ctx context.Context, tx *sql.Tx, b league.Bot) error {
	const row = `
		INSERT INTO bots (game, id, name, typed, version, digest) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (game, id) DO UPDATE SET typed = excluded.typed, version = excluded.version`
	_, err := tx.ExecContext(ctx, row, b.Game, b.ID, b.Name, b.Typed, b.Version, b.Digest)
	return err
}

// SetBotStatus keeps where a bot is in its life and whether it may be played.
func (db *DB) SetBotStatus(ctx context.Context, b league.KnownBot, at time.Time) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO lives (game, bot, state, why, disabled, registered_at, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (game, bot) DO UPDATE SET
				state = excluded.state, why = excluded.why, disabled = excluded.disabled, changed_at = excluded.changed_at`
		_, err := tx.ExecContext(ctx, row, b.Game, b.ID, string(b.Status), b.Why, b.Disabled, at.UnixMilli(), at.UnixMilli())
		return err
	})
}

// DeleteBot forgets a bot that has played nothing and is entered nowhere. It
// returns an error that says why not, and league.ErrNotFound for one that is
// not there.
func (db *DB) DeleteBot(ctx context.Context, game, id string) error {
	b, err := db.KnownBot(ctx, game, id)
	if err != nil {
		return err
	}
	if b.Matches > 0 {
		return fmt.Errorf("bot %s: %w: it has played %d matches; retire it instead", id, league.ErrInUse, b.Matches)
	}
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var entries int
		if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM entries WHERE game = ? AND bot = ?`, game, id).Scan(&entries); err != nil {
			return err
		}
		if entries > 0 {
			return fmt.Errorf("bot %s: %w: it is entered in %d tournaments; retire it instead", id, league.ErrInUse, entries)
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM bots WHERE game = ? AND id = ?`, game, id)
		return err
	})
}
