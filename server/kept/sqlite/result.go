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

// EachResult calls do with every match that was saved after the mark, in the order
// of saving, without attributes and metrics. The result is valid during the call.
func (db *DB) EachResult(ctx context.Context, after league.Mark, do func(league.StoredResult)) error {
	const query = `
		SELECT m.n, m.tournament, m.game, m.seed, coalesce(m.setup, ''), CASE WHEN m.setup IS NULL THEN '' ELSE m.start END, m.repetition, m.reason, m.turns, m.played_at, m.duration_us, m.decimals, m.ascending,
		       s.seat, s.bot, s.score, s.rank, s.fault, s.forgiven
		FROM matches m CROSS JOIN seats s ON s.match = m.n
		WHERE m.n > ? ORDER BY m.n, s.seat`
	var r league.StoredResult // of the seats read so far
	flush := func() {
		if r.Mark > 0 {
			do(r)
		}
	}
	err := db.each(ctx, query, []any{after}, func(rows *sql.Rows) error {
		var mark league.Mark
		var tournament, game, position, name, reason, bot, fault sql.RawBytes
		var seed, playedAt, duration, score int64
		var repetition, turns, seat, rank, forgiven int
		var scoring referee.Scoring
		err := rows.Scan(&mark, &tournament, &game, &seed, &position, &name, &repetition, &reason, &turns, &playedAt, &duration, &scoring.Decimals, &scoring.Ascending, &seat, &bot, &score, &rank, &fault, &forgiven)
		if err != nil {
			return err
		}
		if mark != r.Mark {
			flush()
			r.Mark, r.Turns, r.PlayedAt, r.Duration, r.Repetition = mark, turns, milliseconds(playedAt), microseconds(duration), repetition
			r.Tournament, r.Game, r.Reason = same(r.Tournament, tournament), same(r.Game, game), same(r.Reason, reason)
			r.Start = league.Start{Seed: seed, Position: string(position), Name: string(name)}
			o := &r.Outcome
			o.Scoring = scoring
			r.Seats, o.Scores, o.Ranks, o.Faults, o.Forgiven = r.Seats[:0], o.Scores[:0], o.Ranks[:0], o.Faults[:0], o.Forgiven[:0]
		}
		r.Seats = append(r.Seats, string(bot))
		r.Outcome.Scores, r.Outcome.Ranks = append(r.Outcome.Scores, score), append(r.Outcome.Ranks, rank)
		r.Outcome.Faults, r.Outcome.Forgiven = append(r.Outcome.Faults, referee.Kind(fault)), append(r.Outcome.Forgiven, forgiven)
		return nil
	})
	if err == nil {
		flush()
	}
	return err
}

// same returns text as a string, without a copy if it is the one before.
func same(before string, text []byte) string {
	if before == string(text) {
		return before
	}
	return string(text)
}

// EachNumber calls do with every value of an attribute of the game, which has the
// seat -1, or of a bot's metric. It takes the matches saved after one mark and up to
// another, in the order of saving.
func (db *DB) EachNumber(ctx context.Context, name string, metric bool, after, until league.Mark, do func(mark league.Mark, seat int, value float64)) error {
	const query = `SELECT match, seat, value FROM numbers WHERE match > ? AND match <= ? AND name = ? AND (seat = ?) <> ? ORDER BY match`
	return db.each(ctx, query, []any{after, until, name, gameSeat, metric}, func(rows *sql.Rows) error {
		var mark league.Mark
		var seat int
		var value float64
		err := rows.Scan(&mark, &seat, &value)
		do(mark, seat, value)
		return err
	})
}

// NumbersOf returns the names of the attributes and metrics of the match with a mark.
func (db *DB) NumbersOf(ctx context.Context, mark league.Mark) ([]league.FilterNumber, error) {
	const query = `SELECT DISTINCT name, seat <> ? FROM numbers WHERE match = ? ORDER BY name`
	return collect(ctx, db, query, []any{gameSeat, mark}, func(rows *sql.Rows) (n league.FilterNumber, err error) {
		err = rows.Scan(&n.Name, &n.Metric)
		return n, err
	})
}

// Deletions returns a number that grows when matches are deleted. When it has grown, marks that
// were read before may belong to other matches.
func (db *DB) Deletions(ctx context.Context) (n int64, err error) {
	err = db.sql.QueryRowContext(ctx, `SELECT matches FROM deletions`).Scan(&n)
	return n, explain(err)
}

// MatchesAt returns the reports of matches by their marks, in that order, without
// their replays. One that has been deleted is left out.
func (db *DB) MatchesAt(ctx context.Context, marks []league.Mark) ([]league.Report, error) {
	if len(marks) == 0 {
		return nil, nil
	}
	args := make([]any, len(marks))
	for i, mark := range marks {
		args[i] = mark
	}
	query := `SELECT ` + reportColumns + ` FROM matches m WHERE m.n IN (?` + strings.Repeat(", ?", len(marks)-1) + `)`
	rows, err := collect(ctx, db, query, args, scanReport)
	if err != nil {
		return nil, err
	}
	byMark := make(map[league.Mark]*reportRow, len(rows))
	for i := range rows {
		if err := db.readParts(ctx, &rows[i]); err != nil {
			return nil, err
		}
		byMark[league.Mark(rows[i].n)] = &rows[i]
	}
	var reports []league.Report
	for _, mark := range marks {
		if row := byMark[mark]; row != nil {
			reports = append(reports, row.Report)
		}
	}
	return reports, nil
}

// Faults returns the first fault that was not forgiven of each of these seats. A
// seat without one is left out.
func (db *DB) Faults(ctx context.Context, seats []league.SeatMark) ([]league.SeatFault, error) {
	const query = `SELECT turn, kind, line, why, stderr FROM faults WHERE match = ? AND seat = ? AND NOT forgiven ORDER BY n LIMIT 1`
	stmt, err := db.sql.PrepareContext(ctx, query)
	if err != nil {
		return nil, explain(err)
	}
	defer stmt.Close()
	var all []league.SeatFault
	for _, at := range seats {
		f := league.SeatFault{SeatMark: at}
		f.Fault.Seat = at.Seat
		err := stmt.QueryRowContext(ctx, at.Mark, at.Seat).Scan(&f.Fault.Turn, &f.Fault.Kind, &f.Fault.Line, &f.Fault.Why, &f.Fault.Stderr)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, explain(err)
		}
		all = append(all, f)
	}
	return all, nil
}

// MatchIDs returns the IDs of matches by their marks. One that has been deleted is
// left out.
func (db *DB) MatchIDs(ctx context.Context, marks []league.Mark) (map[league.Mark]string, error) {
	ids := make(map[league.Mark]string, len(marks))
	for chunk := range slices.Chunk(marks, maxRows) {
		args := make([]any, len(chunk))
		for i, mark := range chunk {
			args[i] = mark
		}
		query := `SELECT n, id FROM matches WHERE n IN (?` + strings.Repeat(", ?", len(chunk)-1) + `)`
		err := db.each(ctx, query, args, func(rows *sql.Rows) error {
			var mark league.Mark
			var id string
			err := rows.Scan(&mark, &id)
			ids[mark] = id
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return ids, nil
}
