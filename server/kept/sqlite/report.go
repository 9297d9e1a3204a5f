package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// SaveReports saves matches in one transaction. A match that is already stored
// stays as it is and is not an error. An invalid report does not keep the others
// from being saved.
func (db *DB) SaveReports(ctx context.Context, reports []league.Report) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.writing.Lock()
	defer db.writing.Unlock()
	defer db.checkpoint()
	err := db.saveReports(ctx, reports)
	if err == nil || len(reports) < 2 || isBusy(err) { // a busy file is waited for once, not once per report
		return err
	}
	var each []error
	for i := range reports {
		each = append(each, db.saveReports(ctx, reports[i:i+1]))
	}
	return errors.Join(each...)
}

// saveReports saves reports in one transaction. The caller holds db.writing.
func (db *DB) saveReports(ctx context.Context, reports []league.Report) error {
	return db.transact(ctx, func(ctx context.Context, tx *sql.Tx) error {
		var seats, numbers, faults, records [][]any
		for _, r := range reports {
			n, err := db.insertMatch(ctx, tx, r)
			if err != nil {
				return err
			}
			if n == 0 {
				continue // a match reported twice counts once
			}
			seats = append(seats, seatRows(n, r)...)
			numbers = append(numbers, numberRows(n, r)...)
			faults = append(faults, faultRows(n, r)...)
			if r.Record != nil {
				records = append(records, []any{n, r.Record})
			}
		}
		for _, table := range []struct {
			into       string
			rows       [][]any
			onConflict string
		}{
			{seatColumns, seats, ""},
			{numberColumns, numbers, "ON CONFLICT DO NOTHING"},
			{faultColumns, faults, ""},
			{recordColumns, records, ""},
		} {
			if err := db.insertRows(ctx, tx, table.into, table.rows, table.onConflict); err != nil {
				return err
			}
		}
		return nil
	})
}

// insertMatch returns the number of the new match, or 0 when the match is
// already stored.
func (db *DB) insertMatch(ctx context.Context, tx *sql.Tx, r league.Report) (int64, error) {
	const match = `
		INSERT INTO matches (n, id, tournament, game, rules, round, seed, setup, start, repetition, reason, turns, played_at, duration_us, play, first_us, turn_us, clock, decimals, ascending)
		VALUES (max((SELECT coalesce(max(n), 0) FROM matches), ?) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO NOTHING`
	p := r.Pairing
	first, turn := limitArgs(r)
	done, err := db.execPrepared(ctx, tx, match,
		db.lastNumber, r.ID, r.Tournament, r.Game, r.Rules, p.Round,
		p.Start.Seed, positionArg(p.Start), p.Start.String(), p.Repetition,
		r.Result.Reason, r.Turns, r.PlayedAt.UnixMilli(), r.Duration.Microseconds(), playArg(r.Play), first, turn, string(r.Limits.Clock), r.Result.Decimals, r.Result.Ascending)
	if err != nil {
		return 0, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return 0, err
	}
	return done.LastInsertId()
}

// playArg returns the value of the column play. SQLite's numbers are signed.
func playArg(p league.Play) sql.NullInt64 { return sql.NullInt64{Int64: int64(p), Valid: p != 0} }

// limitArgs returns the values of the columns of limits: NULL when they are not
// known.
func limitArgs(r league.Report) (first, turn sql.NullInt64) {
	known := r.Unlimited || r.Limits != referee.TimeLimits{}
	return sql.NullInt64{Int64: r.Limits.First.Microseconds(), Valid: known}, sql.NullInt64{Int64: r.Limits.Turn.Microseconds(), Valid: known}
}

// Matches lists reports, newest first, without their replays. With q.After they
// are listed oldest first, with q.ByMargin by margin.
func (db *DB) Matches(ctx context.Context, q league.Query) ([]league.Report, error) {
	where, args := conditions(q)
	by, byArgs := order(q)
	query := `SELECT ` + reportColumns + ` FROM matches m WHERE ` + where + ` ORDER BY ` + by + ` LIMIT ?`
	rows, err := collect(ctx, db, query, slices.Concat(args, byArgs, []any{sqlLimit(q.Limit)}), scanReport)
	if err != nil {
		return nil, err
	}
	var reports []league.Report
	for _, row := range rows {
		if err := db.readParts(ctx, &row); err != nil {
			return nil, err
		}
		reports = append(reports, row.Report)
	}
	return reports, nil
}

// A reportRow is a report and the number that its rows in other tables refer to.
type reportRow struct {
	league.Report
	n int64
}

// reportColumns are the columns of matches m that scanReport reads.
const reportColumns = `m.n, m.id, m.tournament, m.game, m.rules, m.round, m.seed, coalesce(m.setup, ''), m.start,
		       m.repetition, m.reason, m.turns, m.played_at, m.duration_us,
		       coalesce(m.play, 0), m.first_us IS NOT NULL, coalesce(m.first_us, 0), coalesce(m.turn_us, 0), m.clock, m.decimals, m.ascending`

func scanReport(rows *sql.Rows) (r reportRow, err error) {
	var playedAt, duration, play, first, turn int64
	var known bool
	var clock string
	p := &r.Pairing
	err = rows.Scan(&r.n, &r.ID, &r.Tournament, &r.Game, &r.Rules, &p.Round, &p.Start.Seed, &p.Start.Position, &p.Start.Name,
		&p.Repetition, &r.Result.Reason, &r.Turns, &playedAt, &duration, &play, &known, &first, &turn, &clock, &r.Result.Decimals, &r.Result.Ascending)
	if p.Start.Position == "" {
		p.Start.Name = "" // the column contains "seed N"
	}
	r.PlayedAt = time.UnixMilli(playedAt).UTC()
	r.Duration = microseconds(duration)
	r.Play = league.Play(play)
	r.Limits = referee.TimeLimits{First: microseconds(first), Turn: microseconds(turn), Clock: referee.Clock(clock)}
	r.Unlimited = known && r.Limits == referee.TimeLimits{}
	return r, err
}

// Match returns the report, without its replay, of the match whose ID begins with
// the prefix. No such match is league.ErrNotFound; several are a
// league.UsageError that names two of them.
func (db *DB) Match(ctx context.Context, prefix string) (league.Report, error) {
	matches, err := db.Matches(ctx, league.Query{IDPrefix: prefix, Limit: 2})
	switch {
	case err != nil:
		return league.Report{}, err
	case len(matches) == 0 || prefix == "":
		return league.Report{}, league.NotFoundError{Kind: league.AMatch, Name: prefix}
	case len(matches) > 1 && matches[0].ID != prefix:
		return league.Report{}, league.Usagef("match %s: ambiguous: matches %s and %s begin with it; give more characters", prefix, matches[0].ID, matches[1].ID)
	}
	return matches[0], nil
}
