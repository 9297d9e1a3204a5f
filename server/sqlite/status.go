package sqlite

import (
	"arbiter/server/league"
	"context"
	"database/sql"
	"time"
)

const selectRuns = `
	SELECT t.id, t.game, coalesce(r.state, 'idle'), coalesce(r.why, ''), coalesce(r.anchor, ''), coalesce(s.template, ''), t.created_at, coalesce(r.changed_at, 0),
	       (SELECT count(*) FROM entries WHERE tournament = t.id),
	       (SELECT count(*) FROM matches WHERE tournament = t.id)
	FROM tournaments t LEFT JOIN runs r ON r.tournament = t.id LEFT JOIN scheduled s ON s.tournament = t.id `

func scanRun(rows *sql.Rows) (r league.TournamentStatus, err error) {
	var created, changed int64
	err = rows.Scan(&r.ID, &r.Game, &r.State, &r.Why, &r.Anchor, &r.Template, &created, &changed, &r.Bots, &r.Matches)
	r.CreatedAt = time.UnixMilli(created).UTC()
	if changed > 0 {
		r.ChangedAt = time.UnixMilli(changed).UTC()
	}
	return r, err
}

// chosen are the conditions of a RunQuery but for its place and its limit.
const chosen = `(?1 = '' OR t.game = ?1) AND (?2 = '' OR coalesce(r.state, 'idle') = ?2) AND (?3 = '' OR substr(t.id, 1, length(?3)) <> ?3)`

// TournamentStatuses lists tournaments, newest first.
func (db *DB) TournamentStatuses(ctx context.Context, q league.TournamentQuery) ([]league.TournamentStatus, error) {
	const query = selectRuns + `
		WHERE ` + chosen + ` AND (?5 = '' OR t.created_at < ?4 OR t.created_at = ?4 AND t.id > ?5)
		ORDER BY t.created_at DESC, t.id LIMIT ?6`
	limit := -1
	if q.Limit > 0 {
		limit = q.Limit
	}
	return collect(ctx, db, query, []any{q.Game, string(q.State), q.Without, q.After.CreatedAt.UnixMilli(), q.After.ID, limit}, scanRun)
}

// CountTournaments counts the tournaments of the whole list.
func (db *DB) CountTournaments(ctx context.Context, q league.TournamentQuery) (n int, err error) {
	const query = `SELECT count(*) FROM tournaments t LEFT JOIN runs r ON r.tournament = t.id WHERE ` + chosen
	err = db.sql.QueryRowContext(ctx, query, q.Game, string(q.State), q.Without).Scan(&n)
	return n, explain(err)
}

// TournamentStatus returns a tournament as the server sees it, or league.ErrNotFound.
func (db *DB) TournamentStatus(ctx context.Context, id string) (league.TournamentStatus, error) {
	runs, err := collect(ctx, db, selectRuns+`WHERE t.id = ?`, []any{id}, scanRun)
	if err == nil && len(runs) == 0 {
		err = db.missing(sql.ErrNoRows, "tournament", id)
	}
	if err != nil {
		return league.TournamentStatus{}, err
	}
	return runs[0], nil
}

// SetTournamentState keeps what the server does with a tournament.
func (db *DB) SetTournamentState(ctx context.Context, id string, state league.TournamentState, why string, at time.Time) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO runs (tournament, state, why, anchor, changed_at) VALUES (?, ?, ?, '', ?)
			ON CONFLICT (tournament) DO UPDATE SET state = excluded.state, why = excluded.why, changed_at = excluded.changed_at`
		_, err := tx.ExecContext(ctx, row, id, string(state), why, at.UnixMilli())
		return err
	})
}

// SetAnchor keeps the bot whose Elo is 0 in a tournament.
func (db *DB) SetAnchor(ctx context.Context, id, anchor string, at time.Time) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO runs (tournament, state, why, anchor, changed_at) VALUES (?, 'idle', '', ?, ?)
			ON CONFLICT (tournament) DO UPDATE SET anchor = excluded.anchor`
		_, err := tx.ExecContext(ctx, row, id, anchor, at.UnixMilli())
		return err
	})
}

// EnteredDigests returns the digests of the bots of all tournaments that are
// not over.
func (db *DB) EnteredDigests(ctx context.Context) (map[string]bool, error) {
	const query = `
		SELECT DISTINCT b.digest FROM entries e
		JOIN bots b ON b.game = e.game AND b.id = e.bot
		LEFT JOIN runs r ON r.tournament = e.tournament
		WHERE coalesce(r.state, 'idle') NOT IN ('done', 'cancelled')`
	digests := map[string]bool{}
	err := db.each(ctx, query, nil, func(rows *sql.Rows) error {
		var digest string
		err := rows.Scan(&digest)
		digests[digest] = true
		return err
	})
	return digests, err
}

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	return explain(db.sql.QueryRowContext(ctx, `SELECT 1`).Scan(&one))
}
