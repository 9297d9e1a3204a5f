package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"arbiter/referee"
	"arbiter/server/league"
)

// Check looks whether the file is sound: its pages, its references, and that
// every match has its seats. It returns what is wrong, a sentence each.
func (db *DB) Check(ctx context.Context) ([]string, error) {
	text := func(rows *sql.Rows) (s string, err error) {
		err = rows.Scan(&s)
		return s, err
	}
	wrong, err := collect(ctx, db, `SELECT * FROM pragma_integrity_check() WHERE integrity_check <> 'ok'`, nil, text)
	if err != nil {
		return nil, err
	}
	const references = `SELECT 'table ' || "table" || ', row ' || coalesce(rowid, '?') || ': refers to a row of ' || parent || ' that is not there' FROM pragma_foreign_key_check()`
	lost, err := collect(ctx, db, references, nil, text)
	if err != nil {
		return nil, err
	}
	const seats = `SELECT 'match ' || id || ': has no seats' FROM matches WHERE NOT EXISTS (SELECT 1 FROM seats WHERE match = n)`
	empty, err := collect(ctx, db, seats, nil, text)
	return append(append(wrong, lost...), empty...), err
}

// Vacuum gives the space of what was deleted back to the disk.
func (db *DB) Vacuum(ctx context.Context) error {
	if _, err := db.sql.ExecContext(ctx, `VACUUM`); err != nil {
		return fmt.Errorf("database %s: vacuum: %w", db.path, explain(err))
	}
	return nil
}

// An exported line is one of: a tournament with its bots and the texts of its
// start positions, or a match with its replay.
type exported struct {
	Tournament *league.Tournament `json:"tournament,omitempty"`
	Bots       []league.Bot       `json:"bots,omitempty"`
	Setups     map[string][]byte  `json:"setups,omitempty"`
	Match      *league.Report     `json:"match,omitempty"`
	Record     []byte             `json:"record,omitempty"`
}

// Export writes everything as JSON lines, in an order that Import takes.
func (db *DB) Export(ctx context.Context, w io.Writer) error {
	enc := json.NewEncoder(w)
	tournaments, err := db.Tournaments(ctx)
	if err != nil {
		return err
	}
	for _, s := range tournaments {
		line, err := db.exportTournament(ctx, s.ID)
		if err == nil {
			err = enc.Encode(line)
		}
		if err != nil {
			return fmt.Errorf("tournament %s: %w", s.ID, err)
		}
	}
	ids, err := collect(ctx, db, `SELECT id FROM matches ORDER BY played_at, id`, nil, func(rows *sql.Rows) (id string, err error) {
		err = rows.Scan(&id)
		return id, err
	})
	if err != nil {
		return err
	}
	for _, id := range ids {
		m, err := db.Match(ctx, id)
		if err != nil {
			return err
		}
		r := m.Report()
		line := exported{Match: &r}
		if line.Record, err = db.Record(ctx, id); err != nil && !errors.Is(err, ErrPruned) {
			return err
		}
		if err := enc.Encode(line); err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
	}
	return nil
}

func (db *DB) exportTournament(ctx context.Context, id string) (exported, error) {
	t, err := db.Tournament(ctx, id)
	if err != nil {
		return exported{}, err
	}
	// A bot that has left the tournament is still in its matches: they carry
	// its ID. The entries are those of now.
	line := exported{Tournament: &t, Setups: map[string][]byte{}}
	if line.Bots, err = db.Bots(ctx, id); err != nil {
		return line, err
	}
	for _, start := range t.Starts {
		if start.Setup == "" {
			continue
		}
		if line.Setups[start.Setup], err = db.SetupText(ctx, start.Setup); err != nil {
			return line, err
		}
	}
	return line, nil
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

// Import reads what Export wrote. What is there already stays as it is. It
// returns how many lines it took; an error names the line.
func (db *DB) Import(ctx context.Context, r io.Reader) (lines int, err error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	for {
		var line exported
		switch err := dec.Decode(&line); {
		case errors.Is(err, io.EOF):
			return lines, nil
		case err != nil:
			return lines, fmt.Errorf("line %d: %w", lines+1, err)
		}
		if err := db.importLine(ctx, line); err != nil {
			return lines, fmt.Errorf("line %d: %w", lines+1, err)
		}
		lines++
	}
}

func (db *DB) importLine(ctx context.Context, line exported) error {
	switch {
	case line.Tournament != nil:
		if _, err := db.Tournament(ctx, line.Tournament.ID); !errors.Is(err, league.ErrNotFound) {
			return err
		}
		return db.SaveTournament(ctx, *line.Tournament, line.Bots, line.Setups)
	case line.Match != nil:
		if n := len(line.Match.Pairing.Seats); n == 0 || len(line.Match.Result.Scores) != n || len(line.Match.Result.Ranks) != n || len(line.Match.Times) != n {
			return fmt.Errorf("match %s: seats, scores, ranks and times are not of one length", line.Match.ID)
		}
		line.Match.Record = line.Record
		return db.SaveReports(ctx, []league.Report{*line.Match})
	}
	return errors.New("want a tournament or a match")
}

// Size returns the bytes of the file and of its write-ahead log, and how many
// matches it holds.
func (db *DB) Size(ctx context.Context) (bytes int64, matches int, err error) {
	const query = `SELECT (SELECT page_count FROM pragma_page_count()) * (SELECT page_size FROM pragma_page_size()), (SELECT count(*) FROM matches)`
	err = db.sql.QueryRowContext(ctx, query).Scan(&bytes, &matches)
	return bytes, matches, explain(err)
}
