package sqlite

import (
	"context"
	"database/sql"
	"time"

	"arbiter/server/league"
)

// CronSchedules lists them by tournament.
func (db *DB) CronSchedules(ctx context.Context) ([]league.CronSchedule, error) {
	const query = `SELECT tournament, cron, seen_at, why FROM schedules ORDER BY tournament`
	return collect(ctx, db, query, nil, scanSchedule)
}

func scanSchedule(rows *sql.Rows) (s league.CronSchedule, err error) {
	var seen int64
	err = rows.Scan(&s.Tournament, &s.Cron, &seen, &s.Why)
	s.SeenAt = time.UnixMilli(seen).UTC()
	return s, err
}

// CronSchedule returns a tournament's schedule, and whether it has one.
func (db *DB) CronSchedule(ctx context.Context, tournament string) (league.CronSchedule, bool, error) {
	const query = `SELECT tournament, cron, seen_at, why FROM schedules WHERE tournament = ?`
	all, err := collect(ctx, db, query, []any{tournament}, scanSchedule)
	if err != nil || len(all) == 0 {
		return league.CronSchedule{}, false, err
	}
	return all[0], true, nil
}

// SaveCronSchedule keeps or replaces a tournament's schedule. Another expression
// counts from at; the same one goes on.
func (db *DB) SaveCronSchedule(ctx context.Context, tournament, cron string, at time.Time) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		const row = `
			INSERT INTO schedules (tournament, cron, seen_at, why) VALUES (?, ?, ?, '')
			ON CONFLICT (tournament) DO UPDATE SET cron = excluded.cron, seen_at = excluded.seen_at, why = '' WHERE cron <> excluded.cron`
		_, err := tx.ExecContext(ctx, row, tournament, cron, at.UnixMilli())
		return err
	})
}

// SettleCronSchedule keeps that the times of a schedule until then have been dealt
// with, and why they started no run.
func (db *DB) SettleCronSchedule(ctx context.Context, tournament string, until time.Time, why string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error { return seeSchedule(ctx, tx, tournament, until, why) })
}

func seeSchedule(ctx context.Context, tx *sql.Tx, tournament string, until time.Time, why string) error {
	const row = `UPDATE schedules SET seen_at = ?, why = ? WHERE tournament = ?`
	_, err := tx.ExecContext(ctx, row, until.UnixMilli(), why, tournament)
	return err
}

// DeleteCronSchedule forgets a schedule; one that is not there is no error.
func (db *DB) DeleteCronSchedule(ctx context.Context, tournament string) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM schedules WHERE tournament = ?`, tournament)
		return err
	})
}

// SaveOccurrence keeps a run as a tournament that is running, and that its
// time has been dealt with, in one transaction. A run of a check is a check.
func (db *DB) SaveOccurrence(ctx context.Context, t league.Tournament, bots []league.Bot, r league.Occurrence) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := saveTournament(ctx, tx, t, bots, nil); err != nil {
			return err
		}
		const run = `INSERT INTO runs (tournament, state, why, anchor, changed_at) VALUES (?, 'running', '', ?, ?)`
		if _, err := tx.ExecContext(ctx, run, t.ID, r.Anchor, t.CreatedAt.UnixMilli()); err != nil {
			return err
		}
		const check = `INSERT INTO checks (tournament, test) SELECT ?, test FROM checks WHERE tournament = ?`
		if _, err := tx.ExecContext(ctx, check, t.ID, r.Template); err != nil {
			return err
		}
		const scheduled = `INSERT INTO scheduled (tournament, template, due_at) VALUES (?, ?, ?)`
		if _, err := tx.ExecContext(ctx, scheduled, t.ID, r.Template, r.DueAt.UnixMilli()); err != nil {
			return err
		}
		return seeSchedule(ctx, tx, r.Template, r.DueAt, "")
	})
}

// Occurrences lists the runs of a tournament's schedule, the newest first.
func (db *DB) Occurrences(ctx context.Context, template string) ([]string, error) {
	const query = `SELECT tournament FROM scheduled WHERE template = ? ORDER BY due_at DESC`
	return collect(ctx, db, query, []any{template}, func(rows *sql.Rows) (id string, err error) {
		err = rows.Scan(&id)
		return id, err
	})
}
