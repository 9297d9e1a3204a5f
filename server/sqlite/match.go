package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"arbiter/referee"
	"arbiter/server/league"
)

// conditions returns a query's WHERE clause over matches m, and its arguments.
func conditions(q league.Query) (string, []any) {
	where := []string{"1"}
	var args []any
	add := func(condition string, values ...any) {
		where = append(where, condition)
		args = append(args, values...)
	}
	if q.IDPrefix != "" {
		add("m.id BETWEEN ? AND ?", q.IDPrefix, q.IDPrefix+string(utf8.MaxRune))
	}
	if q.Tournament != "" {
		add("m.tournament = ?", q.Tournament)
	}
	if q.Game != "" {
		add("m.game = ?", q.Game)
	}
	if q.Bot != "" {
		add("EXISTS (SELECT 1 FROM seats s WHERE s.match = m.n AND (s.bot = ? OR substr(s.bot, 1, ?) = ?))",
			q.Bot, len(q.Bot)+1, q.Bot+"@")
	}
	if q.Reason != "" {
		add("m.reason = ?", referee.ParseReason(q.Reason))
	}
	switch q.Fault {
	case "":
	case "any":
		add("EXISTS (SELECT 1 FROM seats s WHERE s.match = m.n AND s.fault <> '')")
	default:
		add("EXISTS (SELECT 1 FROM seats s WHERE s.match = m.n AND s.fault = ?)", string(referee.ParseKind(q.Fault)))
	}
	if q.Before != (league.Cursor{}) {
		at := q.Before.PlayedAt.UnixMilli()
		add("(m.played_at, m.id) < (?, ?)", at, q.Before.ID)
	}
	return strings.Join(where, " AND "), args
}

// Matches lists the reports of matches, newest first, without their replays.
func (db *DB) Matches(ctx context.Context, q league.Query) ([]league.Report, error) {
	where, args := conditions(q)
	limit := -1
	if q.Limit > 0 {
		limit = q.Limit
	}
	query := `
		SELECT m.n, m.id, m.tournament, m.game, m.rules, m.round, m.seed, coalesce(m.setup, ''), m.start,
		       m.repetition, m.reason, m.turns, m.played_at, m.duration_us
		FROM matches m WHERE ` + where + ` ORDER BY m.played_at DESC, m.id DESC LIMIT ?`
	rows, err := collect(ctx, db, query, append(args, limit), scanReport)
	if err != nil {
		return nil, err
	}
	var reports []league.Report
	for _, row := range rows {
		if err := db.fill(ctx, &row); err != nil {
			return nil, err
		}
		reports = append(reports, row.Report)
	}
	return reports, nil
}

// A reportRow is a report and the number under which its other rows are kept.
type reportRow struct {
	league.Report
	n int64
}

func scanReport(rows *sql.Rows) (r reportRow, err error) {
	var playedAt, duration int64
	p := &r.Pairing
	err = rows.Scan(&r.n, &r.ID, &r.Tournament, &r.Game, &r.Rules, &p.Round, &p.Start.Seed, &p.Start.Position, &p.Start.Name,
		&p.Repetition, &r.Result.Reason, &r.Turns, &playedAt, &duration)
	if p.Start.Position == "" {
		p.Start.Name = "" // the column has "seed N" then
	}
	r.PlayedAt = time.UnixMilli(playedAt).UTC()
	r.Duration = microseconds(duration)
	return r, err
}

func microseconds(n int64) time.Duration { return time.Duration(n) * time.Microsecond }

// fill reads what belongs to a match from the other tables.
func (db *DB) fill(ctx context.Context, r *reportRow) error {
	const seats = `SELECT bot, score, rank, answers, wall_us, cpu_us, max_wall_us FROM seats WHERE match = ? ORDER BY seat`
	err := db.each(ctx, seats, []any{r.n}, func(rows *sql.Rows) error {
		var bot string
		var score, wall, cpu, longest int64
		var rank, answers int
		err := rows.Scan(&bot, &score, &rank, &answers, &wall, &cpu, &longest)
		r.Pairing.Seats = append(r.Pairing.Seats, bot)
		r.Result.Scores = append(r.Result.Scores, score)
		r.Result.Ranks = append(r.Result.Ranks, rank)
		r.Times = append(r.Times, league.Times{
			Answers: answers, Wall: microseconds(wall), CPU: microseconds(cpu), MaxWall: microseconds(longest),
		})
		return err
	})
	if err != nil {
		return err
	}
	const faults = `SELECT turn, seat, kind, line, why, forgiven FROM faults WHERE match = ? ORDER BY n`
	r.Result.Faults, err = collect(ctx, db, faults, []any{r.n}, func(rows *sql.Rows) (f referee.Fault, err error) {
		err = rows.Scan(&f.Turn, &f.Seat, &f.Kind, &f.Line, &f.Why, &f.Forgiven)
		return f, err
	})
	if err != nil {
		return err
	}
	const numbers = `SELECT seat, name, value FROM numbers WHERE match = ? ORDER BY seat, name`
	all, err := collect(ctx, db, numbers, []any{r.n}, func(rows *sql.Rows) (n league.Metric, err error) {
		err = rows.Scan(&n.Seat, &n.Name, &n.Value)
		return n, err
	})
	for _, n := range all {
		if n.Seat == gameSeat {
			r.Attributes = append(r.Attributes, referee.Attribute{Name: n.Name, Value: n.Value})
		} else {
			r.Metrics = append(r.Metrics, n)
		}
	}
	return err
}

// Match returns the report of the match whose ID begins with the prefix. No
// match is league.ErrNotFound; several are an error that says so.
func (db *DB) Match(ctx context.Context, prefix string) (league.Report, error) {
	matches, err := db.Matches(ctx, league.Query{IDPrefix: prefix, Limit: 2})
	switch {
	case err != nil:
		return league.Report{}, err
	case len(matches) == 0 || prefix == "":
		return league.Report{}, fmt.Errorf("match %s: %w", prefix, league.ErrNotFound)
	case len(matches) > 1 && matches[0].ID != prefix:
		return league.Report{}, fmt.Errorf("match %s: several begin with it, such as %s and %s; give more of it", prefix, matches[0].ID, matches[1].ID)
	}
	return matches[0], nil
}

// Record returns a match's replay as it was written, compressed.
func (db *DB) Record(ctx context.Context, id string) ([]byte, error) {
	var data []byte
	err := db.sql.QueryRowContext(ctx, `SELECT data FROM records WHERE match = (SELECT n FROM matches WHERE id = ?)`, id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		if _, err := db.Match(ctx, id); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("match %s: %w", id, league.ErrPruned)
	}
	if err != nil {
		return nil, db.missing(err, "replay of match", id)
	}
	return data, nil
}
