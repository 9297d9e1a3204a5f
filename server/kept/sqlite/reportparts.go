package sqlite

import (
	"context"
	"database/sql"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// A report's seats, numbers, faults and replay are in tables of their own, by the
// number of the match.
const (
	seatColumns   = `seats (match, seat, bot, score, rank, fault, answers, wall_us, cpu_us, max_wall_us, forgiven)`
	numberColumns = `numbers (match, seat, name, value)`
	faultColumns  = `faults (match, n, turn, seat, kind, line, why, forgiven, stderr)`
	recordColumns = `records (match, data)`
)

// gameSeat is the seat of the game's attributes in the table of numbers. The
// bots' metrics have the seats of the bots.
const gameSeat = -1

func seatRows(match int64, r league.Report) [][]any {
	var rows [][]any
	for seat, bot := range r.Pairing.Seats {
		kind := referee.Kind("")
		if f := r.Result.FaultOf(seat); f != nil {
			kind = f.Kind
		}
		t := r.Times[seat]
		forgiven, _ := r.Result.Forgiven(seat)
		rows = append(rows, []any{
			match, seat, bot, r.Result.Scores[seat], r.Result.Ranks[seat], string(kind),
			t.Answers, t.Wall.Microseconds(), t.CPU.Microseconds(), t.MaxWall.Microseconds(), forgiven,
		})
	}
	return rows
}

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

func faultRows(match int64, r league.Report) [][]any {
	var rows [][]any
	for n, f := range r.Result.Faults {
		rows = append(rows, []any{match, n, f.Turn, f.Seat, string(f.Kind), f.Line, f.Why, f.Forgiven, f.Stderr})
	}
	return rows
}

// readParts reads the seats, faults and numbers of a report.
func (db *DB) readParts(ctx context.Context, r *reportRow) error {
	if err := db.readSeats(ctx, r); err != nil {
		return err
	}
	const faults = `SELECT turn, seat, kind, line, why, forgiven, stderr FROM faults WHERE match = ? ORDER BY n`
	var err error
	r.Result.Faults, err = collect(ctx, db, faults, []any{r.n}, func(rows *sql.Rows) (f referee.Fault, err error) {
		err = rows.Scan(&f.Turn, &f.Seat, &f.Kind, &f.Line, &f.Why, &f.Forgiven, &f.Stderr)
		return f, err
	})
	if err != nil {
		return err
	}
	const numbers = `SELECT seat, name, value FROM numbers WHERE match = ? ORDER BY seat, name`
	return db.each(ctx, numbers, []any{r.n}, func(rows *sql.Rows) error {
		var m league.Metric
		err := rows.Scan(&m.Seat, &m.Name, &m.Value)
		if m.Seat == gameSeat {
			r.Attributes = append(r.Attributes, referee.Attribute{Name: m.Name, Value: m.Value})
		} else {
			r.Metrics = append(r.Metrics, m)
		}
		return err
	})
}

func (db *DB) readSeats(ctx context.Context, r *reportRow) error {
	const seats = `SELECT bot, score, rank, answers, wall_us, cpu_us, max_wall_us FROM seats WHERE match = ? ORDER BY seat`
	return db.each(ctx, seats, []any{r.n}, func(rows *sql.Rows) error {
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
}

func milliseconds(n int64) time.Time { return time.UnixMilli(n).UTC() }

func microseconds(n int64) time.Duration { return time.Duration(n) * time.Microsecond }
