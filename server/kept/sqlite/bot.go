package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"arbiter/server/league"
)

// botColumns are the columns of bots b that scanBot reads.
const botColumns = `b.game, b.id, b.name, b.typed, b.version, b.digest, b.sha256, b.owner`

// scanBot scans botColumns into b, and any further columns into more.
func scanBot(rows *sql.Rows, b *league.Bot, more ...any) error {
	columns := []any{&b.Game, &b.ID, &b.Name, &b.Typed, &b.Version, &b.Digest, &b.SHA256, &b.Owner}
	return rows.Scan(append(columns, more...)...)
}

// Bots returns the bots of a tournament, in the order of entry.
func (db *DB) Bots(ctx context.Context, tournament string) ([]league.Bot, error) {
	const query = `
		SELECT ` + botColumns + `
		FROM entries e JOIN bots b ON b.game = e.game AND b.id = e.bot
		WHERE e.tournament = ? ORDER BY e.position`
	return collect(ctx, db, query, []any{tournament}, func(rows *sql.Rows) (b league.Bot, err error) {
		err = scanBot(rows, &b)
		return b, err
	})
}

// A bot's matches are counted by index alone, unless a bot of another game has the
// same ID.
const selectKnownBots = `
	SELECT ` + botColumns + `,
	       coalesce(l.state, ''), coalesce(l.why, ''), coalesce(l.disabled, 0), coalesce(l.registered_at, 0), coalesce(l.changed_at, 0),
	       CASE WHEN EXISTS (SELECT 1 FROM bots o WHERE o.id = b.id AND o.game <> b.game)
	            THEN (SELECT count(*) FROM seats s JOIN matches m ON m.n = s.match WHERE s.bot = b.id AND m.game = b.game)
	            ELSE (SELECT count(*) FROM seats s WHERE s.bot = b.id) END
	FROM bots b LEFT JOIN lives l ON l.game = b.game AND l.bot = b.id `

func scanKnownBot(rows *sql.Rows) (b league.KnownBot, err error) {
	var registered, changed int64
	err = scanBot(rows, &b.Bot, &b.Status, &b.Why, &b.Disabled, &registered, &changed, &b.Matches)
	if registered > 0 {
		b.RegisteredAt, b.ChangedAt = time.UnixMilli(registered).UTC(), time.UnixMilli(changed).UTC()
	}
	return b, err
}

// KnownBots lists bots by name and then by registration, newest first. An empty
// game or name selects all.
func (db *DB) KnownBots(ctx context.Context, game, name string) ([]league.KnownBot, error) {
	const query = selectKnownBots + `
		WHERE (?1 = '' OR b.game = ?1) AND (?2 = '' OR b.name = ?2)
		ORDER BY b.game, b.name, coalesce(l.registered_at, 0) DESC, b.id`
	return collect(ctx, db, query, []any{game, name}, scanKnownBot)
}

// TypedBots lists all bots as they were typed, each once.
func (db *DB) TypedBots(ctx context.Context) ([]string, error) {
	return collect(ctx, db, `SELECT DISTINCT typed FROM bots`, nil, scanString)
}

// BotsOf lists the bots of an owner with their statuses, and counts no matches.
func (db *DB) BotsOf(ctx context.Context, owner string) ([]league.KnownBot, error) {
	const query = `
		SELECT ` + botColumns + `, coalesce(l.state, '') FROM bots b LEFT JOIN lives l ON l.game = b.game AND l.bot = b.id
		WHERE b.owner = ? AND b.owner <> ''`
	return collect(ctx, db, query, []any{owner}, func(rows *sql.Rows) (b league.KnownBot, err error) {
		err = scanBot(rows, &b.Bot, &b.Status)
		return b, err
	})
}

// KnownBot returns a bot by its ID, or league.ErrNotFound.
func (db *DB) KnownBot(ctx context.Context, game, id string) (league.KnownBot, error) {
	known, err := first(ctx, db, league.ABot, id, selectKnownBots+`WHERE b.game = ? AND b.id = ?`, []any{game, id}, scanKnownBot)
	if errors.Is(err, league.ErrNotFound) {
		err = league.NotFoundError{Kind: league.ABot, Game: game, Name: id}
	}
	return known, err
}

// OutOfPlay reports whether a bot is disabled or retired.
func (db *DB) OutOfPlay(ctx context.Context, game, id string) (out bool, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM lives WHERE game = ? AND bot = ? AND (disabled OR state = ?))`
	err = db.sql.QueryRowContext(ctx, query, game, id, string(league.BotRetired)).Scan(&out)
	return out, explain(err)
}

// Imported reports whether a bot is known by an import alone, so that nobody has entered it
// here.
func (db *DB) Imported(ctx context.Context, game, id string) (imported bool, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM bots WHERE game = ? AND id = ? AND imported)`
	err = db.sql.QueryRowContext(ctx, query, game, id).Scan(&imported)
	return imported, explain(err)
}

// HasSeat reports whether a match has a seat with this text as its bot's ID.
func (db *DB) HasSeat(ctx context.Context, game, id string) (seated bool, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM seats s JOIN matches m ON m.n = s.match WHERE s.bot = ? AND m.game = ?)`
	err = db.sql.QueryRowContext(ctx, query, id, game).Scan(&seated)
	return seated, explain(err)
}

// EnteredDigests returns the SHA-256 of the bots that may still play: those of tournaments that
// are neither done nor cancelled, of open ladders, and of requests to these.
func (db *DB) EnteredDigests(ctx context.Context) (map[string]bool, error) {
	const query = `
		SELECT DISTINCT b.sha256 FROM entries e
		JOIN bots b ON b.game = e.game AND b.id = e.bot
		LEFT JOIN runs r ON r.tournament = e.tournament
		WHERE ` + unfinished + ` OR EXISTS (SELECT 1 FROM ladders WHERE name = e.tournament)
		UNION SELECT coalesce(bot ->> '$.sha256', '') FROM ladder_requests WHERE bot <> ''`
	digests := map[string]bool{}
	err := db.each(ctx, query, nil, func(rows *sql.Rows) error {
		var sha256 string
		err := rows.Scan(&sha256)
		digests[sha256] = true
		return err
	})
	return digests, err
}

// RegisterBot saves a bot and registers it as a candidate. A bot that is already
// registered keeps its status; the name it was typed by is updated. A bot that has
// the ID of another one is a league.UsageError.
func (db *DB) RegisterBot(ctx context.Context, b league.Bot, at time.Time) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := saveBot(ctx, tx, b); err != nil {
			return err
		}
		const status = `
			INSERT INTO lives (game, bot, state, why, disabled, registered_at, changed_at) VALUES (?, ?, ?, '', 0, ?, ?)
			ON CONFLICT DO NOTHING`
		_, err := tx.ExecContext(ctx, status, b.Game, b.ID, string(league.BotCandidate), at.UnixMilli(), at.UnixMilli())
		return err
	})
}

// KeepBot saves a bot that plays without being registered. A bot that has the ID of
// another one is a league.UsageError.
func (db *DB) KeepBot(ctx context.Context, b league.Bot) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error { return saveBot(ctx, tx, b) })
}

// checkSame returns a usage error if a bot has the ID of another one.
func checkSame(ctx context.Context, tx *sql.Tx, b league.Bot) error {
	known := league.Bot{}
	err := tx.QueryRowContext(ctx, `SELECT digest, sha256 FROM bots WHERE game = ? AND id = ?`, b.Game, b.ID).Scan(&known.Digest, &known.SHA256)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return league.CheckSame(known, b)
}

// saveBot saves a bot that was entered here, where it may have been imported before.
// One that was stored without a SHA-256 gets it; another one with its ID is a usage
// error. The first owner stays, and who brings the same files again does not change
// where another's bot is found.
func saveBot(ctx context.Context, tx *sql.Tx, b league.Bot) error {
	if err := checkSame(ctx, tx, b); err != nil {
		return err
	}
	const row = `
		INSERT INTO bots (game, id, name, typed, version, digest, sha256, owner, imported) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)
		ON CONFLICT (game, id) DO UPDATE SET
			typed    = iif(bots.owner IN ('', excluded.owner), excluded.typed, typed),
			version  = iif(bots.owner IN ('', excluded.owner), excluded.version, version),
			sha256   = iif(sha256 = '', excluded.sha256, sha256),
			imported = 0`
	_, err := tx.ExecContext(ctx, row, b.Game, b.ID, b.Name, b.Typed, b.Version, b.Digest, b.SHA256, b.Owner)
	return err
}

// importBot saves a bot of another database. One that is known stays as it is; it is
// a usage error if that is another one.
func importBot(ctx context.Context, tx *sql.Tx, b league.Bot) error {
	if err := checkSame(ctx, tx, b); err != nil {
		return err
	}
	const row = `
		INSERT INTO bots (game, id, name, typed, version, digest, sha256, imported) VALUES (?, ?, ?, ?, ?, ?, ?, 1)
		ON CONFLICT (game, id) DO NOTHING`
	_, err := tx.ExecContext(ctx, row, b.Game, b.ID, b.Name, b.Typed, b.Version, b.Digest, b.SHA256)
	return err
}

// SetBotStatus saves a bot's status and whether it is disabled.
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

// DeleteBot deletes a bot that has played no match and is entered in no
// tournament. Any other bot is league.ErrInUse, an unknown one
// league.ErrNotFound.
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
