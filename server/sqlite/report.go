package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/server/league"
)

// SaveReports keeps matches in one transaction. A match that is already there
// stays as it is, and that is no error; what is wrong with one of them keeps no
// other from being kept.
func (db *DB) SaveReports(ctx context.Context, reports []league.Report) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	db.writing.Lock()
	defer db.writing.Unlock()
	defer db.checkpoint()
	err := db.saveReports(ctx, reports)
	if err == nil || len(reports) < 2 || isBusy(err) { // one wait for another process is enough for all
		return err
	}
	var each []error
	for i := range reports {
		each = append(each, db.saveReports(ctx, reports[i:i+1]))
	}
	return errors.Join(each...)
}

// saveReports keeps reports in one transaction; db.writing is held.
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
			into string
			rows [][]any
			more string // after the rows
		}{
			{seatColumns, seats, ""},
			{numberColumns, numbers, "ON CONFLICT DO NOTHING"},
			{faultColumns, faults, ""},
			{recordColumns, records, ""},
		} {
			if err := db.insertRows(ctx, tx, table.into, table.rows, table.more); err != nil {
				return err
			}
		}
		return nil
	})
}

// insertMatch returns the number of the match, or 0 when it is there already.
func (db *DB) insertMatch(ctx context.Context, tx *sql.Tx, r league.Report) (int64, error) {
	const match = `
		INSERT INTO matches (id, tournament, game, rules, round, seed, setup, start, repetition, reason, turns, played_at, duration_us)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO NOTHING`
	p := r.Pairing
	done, err := db.execute(ctx, tx, match,
		r.ID, r.Tournament, r.Game, r.Rules, p.Round,
		p.Start.Seed, sql.NullString{String: p.Start.Position, Valid: p.Start.Position != ""}, p.Start.String(), p.Repetition,
		r.Result.Reason, r.Turns, r.PlayedAt.UnixMilli(), r.Duration.Microseconds())
	if err != nil {
		return 0, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return 0, err
	}
	return done.LastInsertId()
}

// maxRows is how many rows go into one statement: a text, kept prepared, for
// each number of rows.
const maxRows = 32

// insertRows inserts rows, many a statement: a statement costs more than a row
// does.
func (db *DB) insertRows(ctx context.Context, tx *sql.Tx, into string, rows [][]any, more string) error {
	for some := range slices.Chunk(rows, maxRows) {
		row := "(?" + strings.Repeat(", ?", len(some[0])-1) + ")"
		text := "INSERT INTO " + into + " VALUES " + row + strings.Repeat(", "+row, len(some)-1) + " " + more
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

const recordColumns = `records (match, data)`

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
