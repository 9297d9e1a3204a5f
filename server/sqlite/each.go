package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// ErrInUse is returned for what cannot be deleted because results refer to it.
var ErrInUse = errors.New("in use")

// EachMatching calls do with every match that q chooses and tables count, the oldest
// first, with its attributes and metrics: none that a person played. Limit and
// Before do not count.
func (db *DB) EachMatching(ctx context.Context, q Query, do func(playedAt time.Time, m league.Match)) error {
	q.Before = Cursor{}
	where, args := q.where()
	query := `
		SELECT m.played_at, m.seed, coalesce(m.setup, ''), m.start, m.repetition, m.reason,
		       ` + seatBots + `,
		       ` + seatOutcomes + `,
		       coalesce((SELECT group_concat(seat || ' ' || printf('%.17g', value) || ' ' || name, char(10)) FROM numbers WHERE match = m.n), '')
		FROM matches m WHERE ` + where + ` ORDER BY m.played_at, m.id`
	return db.each(ctx, query, args, func(rows *sql.Rows) error {
		var m league.Match
		var played int64
		var name, bots, seats, numbers string
		if err := rows.Scan(&played, &m.Start.Seed, &m.Start.Setup, &name, &m.Repetition, &m.Reason, &bots, &seats, &numbers); err != nil {
			return err
		}
		if m.Start.Setup != "" {
			m.Start.Name = name
		}
		if m.Seats = strings.Split(bots, "\n"); m.ByHand() {
			return nil
		}
		var err error
		if m.Outcome, err = parseOutcome(seats); err != nil {
			return err
		}
		if err := parseNumbers(numbers, &m); err != nil {
			return err
		}
		do(time.UnixMilli(played).UTC(), m)
		return nil
	})
}

// parseNumbers reads lines of "seat value name".
func parseNumbers(text string, m *league.Match) error {
	for line := range strings.Lines(text) {
		seat, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		number, name, _ := strings.Cut(rest, " ")
		at, err := strconv.Atoi(seat)
		if err != nil {
			return fmt.Errorf("number %q: %w", line, err)
		}
		value, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return fmt.Errorf("number %q: %w", line, err)
		}
		if at == gameSeat {
			m.Attributes = append(m.Attributes, referee.Attribute{Name: name, Value: value})
		} else {
			m.Metrics = append(m.Metrics, league.Metric{Seat: at, Name: name, Value: value})
		}
	}
	return nil
}
