package sqlite

import (
	"context"
	"database/sql"

	"arbiter/referee"
	"arbiter/server/league"
)

// SaveReport implements league.Store.
func (db *DB) SaveReport(ctx context.Context, r league.Report) error {
	return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error { return db.insertReport(ctx, tx, r) })
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
	if err := db.insertSeats(ctx, tx, r); err != nil {
		return err
	}
	if err := db.insertNumbers(ctx, tx, r); err != nil {
		return err
	}
	for n, f := range r.Result.Faults {
		const fault = `INSERT INTO faults (match, n, turn, seat, kind, line, why, forgiven) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
		if _, err := db.execute(ctx, tx, fault, r.ID, n, f.Turn, f.Seat, string(f.Kind), f.Line, f.Why, f.Forgiven); err != nil {
			return err
		}
	}
	if r.Record == nil {
		return nil
	}
	_, err = db.execute(ctx, tx, `INSERT INTO records (match, data) VALUES (?, ?)`, r.ID, r.Record)
	return err
}

func (db *DB) insertSeats(ctx context.Context, tx *sql.Tx, r league.Report) error {
	for seat, bot := range r.Pairing.Seats {
		const row = `
			INSERT INTO seats (match, seat, bot, score, rank, fault, answers, wall_us, cpu_us, max_wall_us)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
		kind := referee.Kind("")
		if f := r.Result.FaultOf(seat); f != nil {
			kind = f.Kind
		}
		t := r.Times[seat]
		_, err := db.execute(ctx, tx, row, r.ID, seat, bot, r.Result.Scores[seat], r.Result.Ranks[seat], string(kind),
			t.Answers, t.Wall.Microseconds(), t.CPU.Microseconds(), t.MaxWall.Microseconds())
		if err != nil {
			return err
		}
	}
	return nil
}

// gameSeat is the seat under which the game's own numbers are kept.
const gameSeat = -1

func (db *DB) insertNumbers(ctx context.Context, tx *sql.Tx, r league.Report) error {
	const row = `INSERT INTO numbers (match, seat, name, value) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`
	for _, a := range r.Attributes {
		if _, err := db.execute(ctx, tx, row, r.ID, gameSeat, a.Name, a.Value); err != nil {
			return err
		}
	}
	for _, m := range r.Metrics {
		if _, err := db.execute(ctx, tx, row, r.ID, m.Seat, m.Name, m.Value); err != nil {
			return err
		}
	}
	return nil
}
