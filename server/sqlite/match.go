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

// A Match is a stored match without its replay.
type Match struct {
	ID         string
	Tournament string
	Game       string
	Rules      int
	Round      int
	Start      league.Start
	Repetition int
	Reason     string
	Turns      int
	PlayedAt   time.Time
	Duration   time.Duration
	Seats      []Seat
	Faults     []referee.Fault
	Attributes []referee.Attribute
	Metrics    []league.Metric
}

// A Seat is one seat of a stored match.
type Seat struct {
	Bot   string
	Score int64
	Rank  int
	Fault referee.Kind // of its first fault, "" for none
	Times league.Times
}

// Pairing returns what was played.
func (m Match) Pairing() league.Pairing {
	p := league.Pairing{Round: m.Round, Start: m.Start, Repetition: m.Repetition}
	for _, s := range m.Seats {
		p.Seats = append(p.Seats, s.Bot)
	}
	return p
}

// A Query chooses matches. Empty fields choose all.
type Query struct {
	IDPrefix   string // of the match's ID: what a person types
	Tournament string
	Game       string
	Bot        string // ID, or the name before the "@"
	Reason     string
	Fault      string // kind, or "any"
	Before     Cursor // matches that come after it in the list
	Limit      int    // at most so many; 0: no limit
}

// A Cursor is a place in the list of matches, which is in the order of
// playing, newest first. The zero value is its beginning.
type Cursor struct {
	PlayedAt time.Time
	ID       string
}

// Cursor returns the match's place.
func (m Match) Cursor() Cursor { return Cursor{m.PlayedAt, m.ID} }

// where returns the query's conditions and their arguments.
func (q Query) where() (string, []any) {
	conditions := []string{"1"}
	var args []any
	add := func(condition string, values ...any) {
		conditions = append(conditions, condition)
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
		add("m.reason = ?", q.Reason)
	}
	switch q.Fault {
	case "":
	case "any":
		add("EXISTS (SELECT 1 FROM seats s WHERE s.match = m.n AND s.fault <> '')")
	default:
		add("EXISTS (SELECT 1 FROM seats s WHERE s.match = m.n AND s.fault = ?)", q.Fault)
	}
	if q.Before != (Cursor{}) {
		at := q.Before.PlayedAt.UnixMilli()
		add("(m.played_at, m.id) < (?, ?)", at, q.Before.ID)
	}
	return strings.Join(conditions, " AND "), args
}

// Matches lists matches, newest first, with their seats, faults and numbers.
func (db *DB) Matches(ctx context.Context, q Query) ([]Match, error) {
	where, args := q.where()
	limit := -1
	if q.Limit > 0 {
		limit = q.Limit
	}
	query := `
		SELECT m.n, m.id, m.tournament, m.game, m.rules, m.round, m.seed, coalesce(m.setup, ''), m.start,
		       m.repetition, m.reason, m.turns, m.played_at, m.duration_us
		FROM matches m WHERE ` + where + ` ORDER BY m.played_at DESC, m.id DESC LIMIT ?`
	rows, err := collect(ctx, db, query, append(args, limit), scanMatch)
	if err != nil {
		return nil, err
	}
	var matches []Match
	for _, row := range rows {
		if err := db.fill(ctx, &row); err != nil {
			return nil, err
		}
		matches = append(matches, row.Match)
	}
	return matches, nil
}

// A matchRow is a match and the number that its other rows are kept under.
type matchRow struct {
	Match
	n int64
}

func scanMatch(rows *sql.Rows) (m matchRow, err error) {
	var playedAt, duration int64
	var name string
	err = rows.Scan(&m.n, &m.ID, &m.Tournament, &m.Game, &m.Rules, &m.Round, &m.Start.Seed, &m.Start.Setup, &name,
		&m.Repetition, &m.Reason, &m.Turns, &playedAt, &duration)
	if m.Start.Setup != "" {
		m.Start.Name = name
	}
	m.PlayedAt = time.UnixMilli(playedAt).UTC()
	m.Duration = time.Duration(duration) * time.Microsecond
	return m, err
}

// fill reads what belongs to a match from the other tables.
func (db *DB) fill(ctx context.Context, m *matchRow) (err error) {
	const seats = `SELECT bot, score, rank, fault, answers, wall_us, cpu_us, max_wall_us FROM seats WHERE match = ? ORDER BY seat`
	m.Seats, err = collect(ctx, db, seats, []any{m.n}, func(rows *sql.Rows) (s Seat, err error) {
		var wall, cpu, longest int64
		err = rows.Scan(&s.Bot, &s.Score, &s.Rank, &s.Fault, &s.Times.Answers, &wall, &cpu, &longest)
		s.Times.Wall = time.Duration(wall) * time.Microsecond
		s.Times.CPU = time.Duration(cpu) * time.Microsecond
		s.Times.MaxWall = time.Duration(longest) * time.Microsecond
		return s, err
	})
	if err != nil {
		return err
	}
	const faults = `SELECT turn, seat, kind, line, why, forgiven FROM faults WHERE match = ? ORDER BY n`
	m.Faults, err = collect(ctx, db, faults, []any{m.n}, func(rows *sql.Rows) (f referee.Fault, err error) {
		err = rows.Scan(&f.Turn, &f.Seat, &f.Kind, &f.Line, &f.Why, &f.Forgiven)
		return f, err
	})
	if err != nil {
		return err
	}
	const numbers = `SELECT seat, name, value FROM numbers WHERE match = ? ORDER BY seat, name`
	all, err := collect(ctx, db, numbers, []any{m.n}, func(rows *sql.Rows) (n league.Metric, err error) {
		err = rows.Scan(&n.Seat, &n.Name, &n.Value)
		return n, err
	})
	for _, n := range all {
		if n.Seat == gameSeat {
			m.Attributes = append(m.Attributes, referee.Attribute{Name: n.Name, Value: n.Value})
		} else {
			m.Metrics = append(m.Metrics, n)
		}
	}
	return err
}

// Match returns the match whose ID begins with the prefix. No match is
// league.ErrNotFound; several are an error that says so.
func (db *DB) Match(ctx context.Context, prefix string) (Match, error) {
	matches, err := db.Matches(ctx, Query{IDPrefix: prefix, Limit: 2})
	switch {
	case err != nil:
		return Match{}, err
	case len(matches) == 0 || prefix == "":
		return Match{}, fmt.Errorf("match %s: %w", prefix, league.ErrNotFound)
	case len(matches) > 1 && matches[0].ID != prefix:
		return Match{}, fmt.Errorf("match %s: several begin like this, such as %s and %s; want more of it", prefix, matches[0].ID, matches[1].ID)
	}
	return matches[0], nil
}

// ErrPruned is returned for the replay of a match whose replay was not kept.
var ErrPruned = errors.New("its replay has not been kept")

// Record returns a match's replay as it was written, compressed.
func (db *DB) Record(ctx context.Context, id string) ([]byte, error) {
	var data []byte
	err := db.sql.QueryRowContext(ctx, `SELECT data FROM records WHERE match = (SELECT n FROM matches WHERE id = ?)`, id).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		if _, err := db.Match(ctx, id); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("match %s: %w", id, ErrPruned)
	}
	if err != nil {
		return nil, db.missing(err, "replay of match", id)
	}
	return data, nil
}

// Report returns the match as it was reported, without its replay.
func (m Match) Report() league.Report {
	r := league.Report{
		Job: league.Job{ID: m.ID, Tournament: m.Tournament, Pairing: m.Pairing()}, Game: m.Game, Rules: m.Rules,
		Result: referee.Result{Reason: m.Reason, Faults: m.Faults}, Turns: m.Turns,
		PlayedAt: m.PlayedAt, Duration: m.Duration, Attributes: m.Attributes, Metrics: m.Metrics,
	}
	for _, s := range m.Seats {
		r.Result.Scores = append(r.Result.Scores, s.Score)
		r.Result.Ranks = append(r.Result.Ranks, s.Rank)
		r.Times = append(r.Times, s.Times)
	}
	return r
}
