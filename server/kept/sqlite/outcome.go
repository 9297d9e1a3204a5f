package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"arbiter/referee"
	"arbiter/server/league"
)

// Expressions that aggregate the seats of a row of matches m, in the order of
// the seats.
const (
	seatBots     = `(SELECT group_concat(bot, char(31)) FROM (SELECT bot FROM seats WHERE match = m.n ORDER BY seat))`                                              // separated by seatSeparator
	seatOutcomes = `(SELECT group_concat(score || ' ' || rank || ' ' || forgiven || ' ' || fault, ',') FROM (SELECT * FROM seats WHERE match = m.n ORDER BY seat))` // as parseOutcome reads it
)

// seatSeparator is the unit separator of ASCII. Names of bots may have line ends
// in databases of version 0.1.
const seatSeparator = "\x1f"

// Outcomes returns the outcomes of a tournament's matches by match ID. It reads
// one row per match, not per seat, since a resumed tournament waits for it before
// its first match.
func (db *DB) Outcomes(ctx context.Context, tournament string) (map[string]league.Outcome, error) {
	const query = `
		SELECT m.id, m.decimals, m.ascending,
		       ` + seatOutcomes + `
		FROM matches m WHERE m.tournament = ?`
	outcomes := map[string]league.Outcome{}
	err := db.each(ctx, query, []any{tournament}, func(rows *sql.Rows) error {
		var id, seats string
		var scoring referee.Scoring
		if err := rows.Scan(&id, &scoring.Decimals, &scoring.Ascending, &seats); err != nil {
			return err
		}
		outcome, err := parseOutcome(seats)
		outcome.Scoring = scoring
		outcomes[id] = outcome
		return err
	})
	return outcomes, err
}

// PlayedIDs returns the match IDs of a tournament with empty outcomes. That is
// all that a format with fixed pairings needs, and it is much faster than
// Outcomes.
func (db *DB) PlayedIDs(ctx context.Context, tournament string) (map[string]league.Outcome, error) {
	played := map[string]league.Outcome{}
	err := db.each(ctx, `SELECT id FROM matches WHERE tournament = ?`, []any{tournament}, func(rows *sql.Rows) error {
		id, err := scanString(rows)
		played[id] = league.Outcome{}
		return err
	})
	return played, err
}

// parseOutcome parses "score rank forgiven fault" of each seat, separated by commas.
func parseOutcome(seats string) (o league.Outcome, err error) {
	for seat := range strings.SplitSeq(seats, ",") {
		score, rest, _ := strings.Cut(seat, " ")
		rank, rest, _ := strings.Cut(rest, " ")
		forgiven, fault, _ := strings.Cut(rest, " ")
		points, err := strconv.ParseInt(score, 10, 64)
		if err != nil {
			return o, fmt.Errorf("outcome %q: %w", seats, err)
		}
		place, err := strconv.Atoi(rank)
		if err != nil {
			return o, fmt.Errorf("outcome %q: %w", seats, err)
		}
		faults, err := strconv.Atoi(forgiven)
		if err != nil {
			return o, fmt.Errorf("outcome %q: %w", seats, err)
		}
		o.Scores = append(o.Scores, points)
		o.Ranks = append(o.Ranks, place)
		o.Faults = append(o.Faults, referee.Kind(fault))
		o.Forgiven = append(o.Forgiven, faults)
	}
	return o, nil
}
