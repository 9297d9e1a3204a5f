package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"strconv"
	"strings"

	"arbiter/referee"
	"arbiter/server/league"
)

// What a query of matches m selects of the seats, in their order.
const (
	seatBots     = `(SELECT group_concat(bot, char(10)) FROM (SELECT bot FROM seats WHERE match = m.n ORDER BY seat))`                           // a line each
	seatOutcomes = `(SELECT group_concat(score || ' ' || rank || ' ' || fault, ',') FROM (SELECT * FROM seats WHERE match = m.n ORDER BY seat))` // for parseOutcome
)

// Outcomes implements league.Store. A row a match, not a seat: a tournament
// that goes on waits for this before its first match.
func (db *DB) Outcomes(ctx context.Context, tournament string) (map[string]league.Outcome, error) {
	const query = `
		SELECT m.id,
		       ` + seatOutcomes + `
		FROM matches m WHERE m.tournament = ?`
	outcomes := map[string]league.Outcome{}
	err := db.each(ctx, query, []any{tournament}, func(rows *sql.Rows) error {
		var id, seats string
		if err := rows.Scan(&id, &seats); err != nil {
			return err
		}
		outcome, err := parseOutcome(seats)
		outcomes[id] = outcome
		return err
	})
	return outcomes, err
}

// PlayedIDs returns the IDs of the tournament's matches, with empty outcomes: all
// that a schedule needs whose pairings do not depend on results, and much
// sooner there.
func (db *DB) PlayedIDs(ctx context.Context, tournament string) (map[string]league.Outcome, error) {
	played := map[string]league.Outcome{}
	err := db.each(ctx, `SELECT id FROM matches WHERE tournament = ?`, []any{tournament}, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		played[id] = league.Outcome{}
		return err
	})
	return played, err
}

// parseOutcome reads "score rank fault" of each seat, separated by commas.
func parseOutcome(seats string) (o league.Outcome, err error) {
	for seat := range strings.SplitSeq(seats, ",") {
		score, rest, _ := strings.Cut(seat, " ")
		rank, fault, _ := strings.Cut(rest, " ")
		points, err := strconv.ParseInt(score, 10, 64)
		if err != nil {
			return o, fmt.Errorf("outcome %q: %w", seats, err)
		}
		place, err := strconv.Atoi(rank)
		if err != nil {
			return o, fmt.Errorf("outcome %q: %w", seats, err)
		}
		o.Scores = append(o.Scores, points)
		o.Ranks = append(o.Ranks, place)
		o.Faults = append(o.Faults, referee.Kind(fault))
	}
	return o, nil
}

// A Mark is a moment in the life of the database.
type Mark int64

// Mark returns the present moment: every match that is kept later comes after it.
func (db *DB) Mark(ctx context.Context) (Mark, error) {
	var mark Mark
	err := db.sql.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) FROM matches`).Scan(&mark)
	return mark, explain(err)
}

// EachMatch calls do with every match of a tournament, in no order, without
// its attributes and metrics.
func (db *DB) EachMatch(ctx context.Context, tournament string, do func(league.Match)) error {
	return db.EachMatchUntil(ctx, tournament, math.MaxInt64, do)
}

// EachMatchUntil is EachMatch without the matches that came after the mark.
func (db *DB) EachMatchUntil(ctx context.Context, tournament string, until Mark, do func(league.Match)) error {
	return db.eachMatch(ctx, `m.tournament = ? AND m.n <= ?`, []any{tournament, until}, func(_ Mark, m league.Match) { do(m) })
}

// EachMatchAfter calls do with up to limit matches of a tournament that came
// after the mark, in the order of coming and each with its own mark: who asks
// again with the last one misses none. The mark 0 is before all of them.
func (db *DB) EachMatchAfter(ctx context.Context, tournament string, after Mark, limit int, do func(Mark, league.Match)) error {
	// The first time the tournament's matches are found among all there are;
	// later few are newer than the mark, whatever they belong to.
	where := `m.tournament = ? AND m.n > ? ORDER BY +m.n LIMIT ?`
	if after > 0 {
		where = `+m.tournament = ? AND m.n > ? ORDER BY m.n LIMIT ?`
	}
	return db.eachMatch(ctx, where, []any{tournament, after, limit}, do)
}

func (db *DB) eachMatch(ctx context.Context, where string, args []any, do func(Mark, league.Match)) error {
	query := `
		SELECT m.n, m.seed, coalesce(m.setup, ''), m.start, m.repetition, m.reason,
		       ` + seatBots + `,
		       ` + seatOutcomes + `
		FROM matches m WHERE ` + where
	return db.each(ctx, query, args, func(rows *sql.Rows) error {
		var mark Mark
		var m league.Match
		var name, bots, seats string
		if err := rows.Scan(&mark, &m.Start.Seed, &m.Start.Setup, &name, &m.Repetition, &m.Reason, &bots, &seats); err != nil {
			return err
		}
		if m.Start.Setup != "" {
			m.Start.Name = name
		}
		m.Seats = strings.Split(bots, "\n")
		var err error
		if m.Outcome, err = parseOutcome(seats); err == nil {
			do(mark, m)
		}
		return err
	})
}
