package sqlite

import (
	"context"
	"database/sql"
	"time"

	"arbiter/server/league"
)

const selectStatuses = `
	SELECT t.id, t.game, ` + kindOf + `, ` + stateOrIdle + `, coalesce(r.why, ''), coalesce(r.anchor, ''), t.owner, t.created_at, coalesce(r.changed_at, 0),
	       (SELECT count(*) FROM entries WHERE tournament = t.id),
	       (SELECT count(*) FROM matches WHERE tournament = t.id),
	       (SELECT coalesce(sum(times), 0) FROM voids WHERE tournament = t.id),
	       (SELECT coalesce(sum(` + leftOut + `), 0) FROM voids WHERE tournament = t.id),
	       (SELECT coalesce(sum(` + waiting + `), 0) FROM voids WHERE tournament = t.id)
	FROM tournaments t LEFT JOIN runs r ON r.tournament = t.id `

func scanStatus(rows *sql.Rows) (s league.TournamentStatus, err error) {
	var created, changed int64
	err = rows.Scan(&s.ID, &s.Game, &s.Kind, &s.State, &s.Why, &s.Anchor, &s.Owner, &created, &changed, &s.Bots, &s.Matches, &s.Void, &s.LeftOut, &s.PutOff)
	s.CreatedAt = time.UnixMilli(created).UTC()
	if changed > 0 {
		s.ChangedAt = time.UnixMilli(changed).UTC()
	}
	return s, err
}

// Expressions over a row of runs r, which a tournament that no server has started
// does not have.
const (
	stateOrIdle = `coalesce(r.state, '` + string(league.Idle) + `')`
	unfinished  = stateOrIdle + ` NOT IN ('` + string(league.Done) + `', '` + string(league.Cancelled) + `')`
)

// kindOf is the league.TournamentKind of a row of tournaments t.
const kindOf = `
	CASE WHEN EXISTS (SELECT 1 FROM checks WHERE tournament = t.id) THEN '` + string(league.CheckTournament) + `'
	     WHEN EXISTS (SELECT 1 FROM ladders WHERE name = t.id) THEN '` + string(league.LadderTournament) + `'
	     ELSE coalesce((SELECT kind FROM findings WHERE tournament = t.id), '') END`

// statusConditions are the conditions of a league.TournamentQuery except for its
// cursor and limit.
const statusConditions = `(?1 = '' OR t.game = ?1) AND (?2 = '' OR ` + stateOrIdle + ` = ?2) AND (?3 = '' OR substr(t.id, 1, length(?3)) <> ?3)`

// TournamentStatuses lists tournaments, newest first.
func (db *DB) TournamentStatuses(ctx context.Context, q league.TournamentQuery) ([]league.TournamentStatus, error) {
	const query = selectStatuses + `
		WHERE ` + statusConditions + ` AND (?5 = '' OR t.created_at < ?4 OR t.created_at = ?4 AND t.id > ?5)
		ORDER BY t.created_at DESC, t.id LIMIT ?6`
	args := []any{q.Game, string(q.State), q.Without, q.After.CreatedAt.UnixMilli(), q.After.ID, sqlLimit(q.Limit)}
	return collect(ctx, db, query, args, scanStatus)
}

// CountTournaments counts the tournaments that the query selects, ignoring its
// cursor and limit.
func (db *DB) CountTournaments(ctx context.Context, q league.TournamentQuery) (n int, err error) {
	const query = `SELECT count(*) FROM tournaments t LEFT JOIN runs r ON r.tournament = t.id WHERE ` + statusConditions
	err = db.sql.QueryRowContext(ctx, query, q.Game, string(q.State), q.Without).Scan(&n)
	return n, explain(err)
}

// TournamentStatus returns the status of a tournament, or league.ErrNotFound.
func (db *DB) TournamentStatus(ctx context.Context, id string) (league.TournamentStatus, error) {
	return first(ctx, db, league.ATournament, id, selectStatuses+`WHERE t.id = ?`, []any{id}, scanStatus)
}

// SetTournamentState saves the state of a tournament and the reason for it.
func (db *DB) SetTournamentState(ctx context.Context, id string, state league.TournamentState, why string, at time.Time) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO runs (tournament, state, why, anchor, changed_at) VALUES (?, ?, ?, '', ?)
			ON CONFLICT (tournament) DO UPDATE SET state = excluded.state, why = excluded.why, changed_at = excluded.changed_at`
		_, err := tx.ExecContext(ctx, row, id, string(state), why, at.UnixMilli())
		return err
	})
}

// SetAnchor saves the bot whose Elo is 0 in a tournament.
func (db *DB) SetAnchor(ctx context.Context, id, anchor string, at time.Time) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO runs (tournament, state, why, anchor, changed_at) VALUES (?, ?, '', ?, ?)
			ON CONFLICT (tournament) DO UPDATE SET anchor = excluded.anchor`
		_, err := tx.ExecContext(ctx, row, id, string(league.Idle), anchor, at.UnixMilli())
		return err
	})
}
