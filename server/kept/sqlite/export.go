package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"arbiter/referee"
	"arbiter/server/league"
)

// An exportLine is one of: a tournament with its bots, the texts of its explicit
// positions, the sequential test that it plays for and its void matches; a leaderboard;
// a book with the texts of its positions; a match with its replay.
type exportLine struct {
	Tournament  *league.Tournament  `json:"tournament,omitempty"`
	Bots        []league.Bot        `json:"bots,omitempty"`
	Check       *league.Question    `json:"check,omitempty"`
	Voids       []league.Void       `json:"voids,omitempty"`
	Leaderboard *league.Leaderboard `json:"leaderboard,omitempty"`
	Book        *league.Book        `json:"book,omitempty"`
	Setups      map[string][]byte   `json:"setups,omitempty"`
	Match       *league.Report      `json:"match,omitempty"`
	Record      []byte              `json:"record,omitempty"`
}

// Export writes the database as JSON lines, in an order that Import accepts. It
// leaves out the state of a server: tournament states, queued matches
// and bot statuses.
func (db *DB) Export(ctx context.Context, w io.Writer) error {
	enc := json.NewEncoder(w)
	for _, export := range []func(context.Context, *json.Encoder) error{db.exportTournaments, db.exportNamed, db.exportMatches} {
		if err := export(ctx, enc); err != nil {
			return err
		}
	}
	return nil
}

func (db *DB) exportTournaments(ctx context.Context, enc *json.Encoder) error {
	tournaments, err := db.TournamentStatuses(ctx, league.TournamentQuery{})
	if err != nil {
		return err
	}
	checks, err := db.Checks(ctx)
	if err != nil {
		return err
	}
	for _, s := range tournaments {
		line, err := db.exportTournament(ctx, s.ID)
		if test, ok := checks[s.ID]; ok {
			line.Check = &test
		}
		if err == nil {
			err = enc.Encode(line)
		}
		if err != nil {
			return fmt.Errorf("tournament %s: %w", s.ID, err)
		}
	}
	return nil
}

func (db *DB) exportTournament(ctx context.Context, id string) (exportLine, error) {
	t, err := db.Tournament(ctx, id)
	if err != nil {
		return exportLine{}, err
	}
	// These are the current entries. Bots that were removed from the tournament
	// still appear in its matches, by ID.
	line := exportLine{Tournament: &t}
	if line.Bots, err = db.Bots(ctx, id); err != nil {
		return line, err
	}
	if line.Voids, err = db.Voids(ctx, id); err != nil {
		return line, err
	}
	line.Setups, err = db.positions(ctx, t.Starts)
	return line, err
}

// positions returns the explicit positions of the starts.
func (db *DB) positions(ctx context.Context, starts []league.Start) (league.Positions, error) {
	texts := league.Positions{}
	for _, start := range starts {
		if start.Position == "" {
			continue
		}
		var err error
		if texts[start.Position], err = db.PositionText(ctx, start.Position); err != nil {
			return nil, err
		}
	}
	return texts, nil
}

// exportNamed exports leaderboards and books.
func (db *DB) exportNamed(ctx context.Context, enc *json.Encoder) error {
	boards, err := db.Leaderboards(ctx)
	if err != nil {
		return err
	}
	for _, l := range boards {
		if err := enc.Encode(exportLine{Leaderboard: &l}); err != nil {
			return fmt.Errorf("leaderboard %s: %w", l.Name, err)
		}
	}
	books, err := db.Books(ctx, "")
	if err != nil {
		return err
	}
	for _, b := range books {
		if b, err = db.Book(ctx, b.Name); err != nil {
			return err
		}
		line := exportLine{Book: &b}
		if line.Setups, err = db.positions(ctx, b.Starts); err == nil {
			err = enc.Encode(line)
		}
		if err != nil {
			return fmt.Errorf("book %s: %w", b.Name, err)
		}
	}
	return nil
}

func (db *DB) exportMatches(ctx context.Context, enc *json.Encoder) error {
	ids, err := collect(ctx, db, `SELECT id FROM matches ORDER BY played_at, id`, nil, scanString)
	if err != nil {
		return err
	}
	for _, id := range ids {
		m, err := db.Match(ctx, id)
		if err != nil {
			return err
		}
		line := exportLine{Match: &m}
		if line.Record, err = db.Record(ctx, id); err != nil && !errors.Is(err, league.ErrPruned) {
			return err
		}
		if err := enc.Encode(line); err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
	}
	return nil
}

// Import reads the output of Export. Anything that already exists stays as it is, and bots
// that it adds are Imported. It returns the number of lines read; an error names the line. What is no export is a league.UsageError.
func (db *DB) Import(ctx context.Context, r io.Reader) (lines int, err error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	for {
		var line exportLine
		switch err := dec.Decode(&line); {
		case errors.Is(err, io.EOF):
			return lines, nil
		case err != nil:
			return lines, league.Usagef("line %d: %w; want what arbiter db export writes", lines+1, referee.ExplainJSON(err))
		}
		if err := db.importLine(ctx, line); err != nil {
			return lines, fmt.Errorf("line %d: %w", lines+1, err)
		}
		lines++
	}
}

func (db *DB) importLine(ctx context.Context, line exportLine) error {
	switch {
	case line.Tournament != nil:
		return db.importTournament(ctx, line)
	case line.Leaderboard != nil:
		existing, err := db.Leaderboards(ctx)
		if err != nil || slices.ContainsFunc(existing, func(l league.Leaderboard) bool { return l.Name == line.Leaderboard.Name }) {
			return err
		}
		return db.SaveLeaderboard(ctx, *line.Leaderboard)
	case line.Book != nil:
		if _, err := db.Book(ctx, line.Book.Name); !errors.Is(err, league.ErrNotFound) {
			return err
		}
		return db.SaveBook(ctx, *line.Book, line.Setups)
	case line.Match != nil:
		if n := len(line.Match.Pairing.Seats); n == 0 || len(line.Match.Result.Scores) != n || len(line.Match.Result.Ranks) != n || len(line.Match.Times) != n {
			return league.Usagef("match %s: seats, scores, ranks and times differ in length", line.Match.ID)
		}
		line.Match.Record = line.Record
		return db.SaveReports(ctx, []league.Report{*line.Match})
	}
	return league.Usagef("want a tournament, a match, a leaderboard or a book")
}

func (db *DB) importTournament(ctx context.Context, line exportLine) error {
	id := line.Tournament.ID
	if _, err := db.Tournament(ctx, id); !errors.Is(err, league.ErrNotFound) {
		return err
	}
	err := db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		return saveTournament(ctx, tx, *line.Tournament, line.Bots, line.Setups, importBot)
	})
	if err != nil {
		return err
	}
	for _, v := range line.Voids {
		if err := db.SaveVoid(ctx, v); err != nil {
			return err
		}
	}
	if line.Check == nil {
		return nil
	}
	return db.SaveCheck(ctx, id, *line.Check)
}
