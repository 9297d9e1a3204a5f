package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"

	"arbiter/referee"
	"arbiter/server/league"
)

// matchColumns are the columns of matches m that scanMatch reads.
const matchColumns = `m.n, m.game, m.played_at, m.seed, coalesce(m.setup, ''), m.start, m.repetition, m.reason, coalesce(m.play, 0), m.duration_us, m.decimals, m.ascending,
		       ` + seatBots + `,
		       ` + seatOutcomes

// A matchRow is a league.Match and its place in the database.
type matchRow struct {
	league.Match
	n        league.Mark
	game     string
	playedAt time.Time
}

// scanMatch scans matchColumns, and any further columns into more.
func scanMatch(rows *sql.Rows, more ...any) (m matchRow, err error) {
	var playedAt, play, duration int64
	var bots, seats string
	var scoring referee.Scoring
	start := &m.Start
	columns := []any{&m.n, &m.game, &playedAt, &start.Seed, &start.Position, &start.Name, &m.Repetition, &m.Reason, &play, &duration, &scoring.Decimals, &scoring.Ascending, &bots, &seats}
	if err := rows.Scan(append(columns, more...)...); err != nil {
		return m, err
	}
	if start.Position == "" {
		start.Name = "" // the column contains "seed N"
	}
	m.playedAt = time.UnixMilli(playedAt).UTC()
	m.Play, m.Duration = league.Play(play), microseconds(duration)
	m.Seats = strings.Split(bots, seatSeparator)
	if m.Outcome, err = parseOutcome(seats); err == nil && len(m.Outcome.Scores) != len(m.Seats) {
		err = fmt.Errorf("match number %d: a bot's name contains a unit separator (%q)", m.n, m.Seats)
	}
	m.Outcome.Scoring = scoring
	return m, err
}

// EachMatching calls do with every match that q selects, with its attributes and
// metrics, oldest first. It leaves out matches with a human player, which count in
// no table, and ignores the query's cursor and limit.
func (db *DB) EachMatching(ctx context.Context, q league.Query, do func(playedAt time.Time, m league.Match)) error {
	q.Before, q.After = league.Cursor{}, league.Cursor{}
	where, args := conditions(q)
	query := `
		SELECT ` + matchColumns + `,
		       coalesce((SELECT group_concat(seat || ' ' || printf('%.17g', value) || ' ' || name, char(10)) FROM numbers WHERE match = m.n), '')
		FROM matches m WHERE ` + where + ` ORDER BY m.played_at, m.id`
	return db.each(ctx, query, args, func(rows *sql.Rows) error {
		var numbers string
		m, err := scanMatch(rows, &numbers)
		if err != nil || m.ByHand() {
			return err
		}
		if err := parseNumbers(numbers, &m.Match); err != nil {
			return err
		}
		do(m.playedAt, m.Match)
		return nil
	})
}

// Mark returns the mark of the match that was saved last.
func (db *DB) Mark(ctx context.Context) (league.Mark, error) {
	var mark league.Mark
	err := db.sql.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) FROM matches`).Scan(&mark)
	return mark, explain(err)
}

// EachMatchUntil calls do with every match of a tournament up to a mark, in no
// particular order, without attributes and metrics.
func (db *DB) EachMatchUntil(ctx context.Context, tournament string, until league.Mark, do func(league.Match)) error {
	return db.eachMatch(ctx, `m.tournament = ? AND m.n <= ?`, []any{tournament, until}, func(_ league.Mark, m league.Match) { do(m) })
}

// EachMatchAfter calls do with up to limit matches of a tournament that were
// saved after the mark, in the order of saving, each with its own mark. A caller
// that continues with the last mark misses none; the mark 0 is before the first.
func (db *DB) EachMatchAfter(ctx context.Context, tournament string, after league.Mark, limit int, do func(league.Mark, league.Match)) error {
	return db.eachMatch(ctx, afterMark(after), []any{tournament, after, limit}, do)
}

// afterMark returns the WHERE clause of EachMatchAfter. A unary plus keeps SQLite
// from using an index on the column. The first page selects the tournament's
// matches by index and sorts them by mark. Later pages walk the few rows that
// follow the mark, whatever tournament they belong to.
func afterMark(after league.Mark) string {
	if after > 0 {
		return `+m.tournament = ? AND m.n > ? ORDER BY m.n LIMIT ?`
	}
	return `m.tournament = ? AND m.n > ? ORDER BY +m.n LIMIT ?`
}

func (db *DB) eachMatch(ctx context.Context, where string, args []any, do func(league.Mark, league.Match)) error {
	return db.each(ctx, `SELECT `+matchColumns+` FROM matches m WHERE `+where, args, func(rows *sql.Rows) error {
		m, err := scanMatch(rows)
		if err == nil {
			do(m.n, m.Match)
		}
		return err
	})
}

// parseNumbers parses lines of "seat value name" into the match's attributes and
// metrics.
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
