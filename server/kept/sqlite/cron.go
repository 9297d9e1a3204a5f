package sqlite

import (
	"context"
	"database/sql"
	"time"

	"arbiter/server/league"
)

// CronSchedules lists the schedules by tournament.
func (db *DB) CronSchedules(ctx context.Context) ([]league.CronSchedule, error) {
	return collect(ctx, db, selectCronSchedules+`ORDER BY tournament`, nil, scanCronSchedule)
}

const selectCronSchedules = `SELECT tournament, cron, seen_at, owner, why FROM schedules `

func scanCronSchedule(rows *sql.Rows) (s league.CronSchedule, err error) {
	var seen int64
	err = rows.Scan(&s.Tournament, &s.Cron, &seen, &s.Owner, &s.Why)
	s.SeenAt = time.UnixMilli(seen).UTC()
	return s, err
}

// CronSchedule returns a tournament's schedule, and whether it has one.
func (db *DB) CronSchedule(ctx context.Context, tournament string) (league.CronSchedule, bool, error) {
	all, err := collect(ctx, db, selectCronSchedules+`WHERE tournament = ?`, []any{tournament}, scanCronSchedule)
	if err != nil || len(all) == 0 {
		return league.CronSchedule{}, false, err
	}
	return all[0], true, nil
}

// SaveCronSchedule inserts or replaces a tournament's schedule. Due times before
// at are settled, unless the expression is unchanged: then nothing changes. The
// first owner stays.
func (db *DB) SaveCronSchedule(ctx context.Context, tournament, cron, owner string, at time.Time) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO schedules (tournament, cron, seen_at, why, owner) VALUES (?, ?, ?, '', ?)
			ON CONFLICT (tournament) DO UPDATE SET cron = excluded.cron, seen_at = excluded.seen_at, why = '' WHERE cron <> excluded.cron`
		_, err := tx.ExecContext(ctx, row, tournament, cron, at.UnixMilli(), owner)
		return err
	})
}

// SettleCronSchedule records that the due times of a schedule up to a time are
// settled, and why they started no occurrence.
func (db *DB) SettleCronSchedule(ctx context.Context, tournament string, until time.Time, why string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return settleCronSchedule(ctx, tx, tournament, until, why)
	})
}

func settleCronSchedule(ctx context.Context, tx *sql.Tx, tournament string, until time.Time, why string) error {
	const row = `UPDATE schedules SET seen_at = ?, why = ? WHERE tournament = ?`
	_, err := tx.ExecContext(ctx, row, until.UnixMilli(), why, tournament)
	return err
}

// DeleteCronSchedule deletes a schedule. A tournament without one is not an error.
func (db *DB) DeleteCronSchedule(ctx context.Context, tournament string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM schedules WHERE tournament = ?`, tournament)
		return err
	})
}

// SaveOccurrence saves an occurrence as a running tournament and settles its due
// time, in one transaction. An occurrence of a check is a check, too.
func (db *DB) SaveOccurrence(ctx context.Context, t league.Tournament, bots []league.Bot, o league.Occurrence) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := saveTournament(ctx, tx, t, bots, nil, saveBot); err != nil {
			return err
		}
		const status = `INSERT INTO runs (tournament, state, why, anchor, changed_at) VALUES (?, ?, '', ?, ?)`
		if _, err := tx.ExecContext(ctx, status, t.ID, string(league.Running), o.Anchor, t.CreatedAt.UnixMilli()); err != nil {
			return err
		}
		const check = `INSERT INTO checks (tournament, test) SELECT ?, test FROM checks WHERE tournament = ?`
		if _, err := tx.ExecContext(ctx, check, t.ID, o.Template); err != nil {
			return err
		}
		const scheduled = `INSERT INTO scheduled (tournament, template, due_at) VALUES (?, ?, ?)`
		if _, err := tx.ExecContext(ctx, scheduled, t.ID, o.Template, o.DueAt.UnixMilli()); err != nil {
			return err
		}
		return settleCronSchedule(ctx, tx, o.Template, o.DueAt, "")
	})
}

// Occurrences lists the tournaments that a schedule has started, newest first.
func (db *DB) Occurrences(ctx context.Context, template string) ([]string, error) {
	const query = `SELECT tournament FROM scheduled WHERE template = ? ORDER BY due_at DESC`
	return collect(ctx, db, query, []any{template}, scanString)
}
