package sqlite

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/server/league"
)

// saveReports keeps reports in one transaction; db.writing is held.
func (db *DB) saveReports(ctx context.Context, reports []league.Report) error {
	return db.transact(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for _, r := range reports {
			if err := db.insertReport(ctx, tx, r); err != nil {
				return err
			}
		}
		return nil
	})
}

func (db *DB) insertReport(ctx context.Context, tx *sql.Tx, r league.Report) error {
	const match = `
		INSERT INTO matches (id, tournament, game, rules, round, seed, setup, start, repetition, reason, turns, played_at, duration_us)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO NOTHING` // a match reported twice counts once
	p := r.Pairing
	done, err := db.execute(ctx, tx, match,
		r.ID, r.Tournament, r.Game, r.Rules, p.Round,
		p.Start.Seed, sql.NullString{String: p.Start.Setup, Valid: p.Start.Setup != ""}, p.Start.String(), p.Game,
		r.Result.Reason, r.Turns, r.PlayedAt.UnixMilli(), r.Duration.Microseconds())
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return err
	}
	n, err := done.LastInsertId()
	if err != nil {
		return err
	}
	if err := db.insertRows(ctx, tx, seatColumns, "", seatRows(n, r)); err != nil {
		return err
	}
	if err := db.insertRows(ctx, tx, numberColumns, "ON CONFLICT DO NOTHING", numberRows(n, r)); err != nil {
		return err
	}
	if err := db.insertRows(ctx, tx, faultColumns, "", faultRows(n, r)); err != nil {
		return err
	}
	if r.Record == nil {
		return nil
	}
	_, err = db.execute(ctx, tx, `INSERT INTO records (match, data) VALUES (?, ?)`, n, r.Record)
	return err
}

// maxRows is how many rows go into one statement: a text, kept prepared, for
// each number of rows.
const maxRows = 8

// insertRows inserts rows, several a statement: a statement costs more than a
// row does.
func (db *DB) insertRows(ctx context.Context, tx *sql.Tx, into, conflict string, rows [][]any) error {
	for some := range slices.Chunk(rows, maxRows) {
		row := "(?" + strings.Repeat(", ?", len(some[0])-1) + ")"
		text := "INSERT INTO " + into + " VALUES " + row + strings.Repeat(", "+row, len(some)-1) + " " + conflict
		if _, err := db.execute(ctx, tx, text, slices.Concat(some...)...); err != nil {
			return err
		}
	}
	return nil
}

const seatColumns = `seats (match, seat, bot, score, rank, fault, answers, wall_us, cpu_us, max_wall_us)`

func seatRows(match int64, r league.Report) [][]any {
	var rows [][]any
	for seat, bot := range r.Pairing.Seats {
		kind := referee.Kind("")
		if f := r.Result.FaultOf(seat); f != nil {
			kind = f.Kind
		}
		t := r.Times[seat]
		rows = append(rows, []any{
			match, seat, bot, r.Result.Scores[seat], r.Result.Ranks[seat], string(kind),
			t.Answers, t.Wall.Microseconds(), t.CPU.Microseconds(), t.MaxWall.Microseconds(),
		})
	}
	return rows
}

// gameSeat is the seat under which the game's own numbers are kept.
const gameSeat = -1

const numberColumns = `numbers (match, seat, name, value)`

func numberRows(match int64, r league.Report) [][]any {
	var rows [][]any
	for _, a := range r.Attributes {
		rows = append(rows, []any{match, gameSeat, a.Name, a.Value})
	}
	for _, m := range r.Metrics {
		rows = append(rows, []any{match, m.Seat, m.Name, m.Value})
	}
	return rows
}

const faultColumns = `faults (match, n, turn, seat, kind, line, why, forgiven)`

func faultRows(match int64, r league.Report) [][]any {
	var rows [][]any
	for n, f := range r.Result.Faults {
		rows = append(rows, []any{match, n, f.Turn, f.Seat, string(f.Kind), f.Line, f.Why, f.Forgiven})
	}
	return rows
}
