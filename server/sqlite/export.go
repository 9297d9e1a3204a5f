package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"arbiter/server/league"
	"arbiter/server/rating"
)

// An exported line is one of: a tournament with its bots, the texts of its start
// positions and the test that it plays for; a leaderboard; a seed set; a test
// set with its texts; a match with its replay.
type exported struct {
	Tournament  *league.Tournament  `json:"tournament,omitempty"`
	Bots        []league.Bot        `json:"bots,omitempty"`
	Check       *rating.SPRT        `json:"check,omitempty"`
	Leaderboard *league.Leaderboard `json:"leaderboard,omitempty"`
	SeedSet     *league.SeedSet     `json:"seed_set,omitempty"`
	TestSet     *league.TestSet     `json:"test_set,omitempty"`
	Setups      map[string][]byte   `json:"setups,omitempty"`
	Match       *league.Report      `json:"match,omitempty"`
	Record      []byte              `json:"record,omitempty"`
}

// Export writes everything as JSON lines, in an order that Import takes. Left
// out is what one server is about: which tournaments run, the schedules, the
// matches that wait and the lives of the bots.
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

func (db *DB) exportTournament(ctx context.Context, id string) (exported, error) {
	t, err := db.Tournament(ctx, id)
	if err != nil {
		return exported{}, err
	}
	// A bot that has left the tournament is still in its matches: they carry
	// its ID. The entries are those of now.
	line := exported{Tournament: &t}
	if line.Bots, err = db.Bots(ctx, id); err != nil {
		return line, err
	}
	line.Setups, err = db.setupTexts(ctx, t.Starts)
	return line, err
}

// setupTexts returns the texts of the explicit positions by their digest.
func (db *DB) setupTexts(ctx context.Context, starts []league.Start) (map[string][]byte, error) {
	texts := map[string][]byte{}
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

// exportNamed exports what has a name: leaderboards, seed sets and test sets.
func (db *DB) exportNamed(ctx context.Context, enc *json.Encoder) error {
	boards, err := db.Leaderboards(ctx)
	if err != nil {
		return err
	}
	for _, l := range boards {
		if err := enc.Encode(exported{Leaderboard: &l}); err != nil {
			return fmt.Errorf("leaderboard %s: %w", l.Name, err)
		}
	}
	seeds, err := db.SeedSets(ctx)
	if err != nil {
		return err
	}
	for _, s := range seeds {
		if err := enc.Encode(exported{SeedSet: &s}); err != nil {
			return fmt.Errorf("seed set %s: %w", s.Name, err)
		}
	}
	tests, err := db.TestSets(ctx, "")
	if err != nil {
		return err
	}
	for _, s := range tests {
		if s, err = db.TestSet(ctx, s.Name); err != nil {
			return err
		}
		line := exported{TestSet: &s}
		if line.Setups, err = db.setupTexts(ctx, s.Tests); err == nil {
			err = enc.Encode(line)
		}
		if err != nil {
			return fmt.Errorf("test set %s: %w", s.Name, err)
		}
	}
	return nil
}

func (db *DB) exportMatches(ctx context.Context, enc *json.Encoder) error {
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
		line := exported{Match: &m}
		if line.Record, err = db.Record(ctx, id); err != nil && !errors.Is(err, league.ErrPruned) {
			return err
		}
		if err := enc.Encode(line); err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
	}
	return nil
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
		return db.importTournament(ctx, line)
	case line.Leaderboard != nil:
		there, err := db.Leaderboards(ctx)
		if err != nil || slices.ContainsFunc(there, func(l league.Leaderboard) bool { return l.Name == line.Leaderboard.Name }) {
			return err
		}
		return db.SaveLeaderboard(ctx, *line.Leaderboard)
	case line.SeedSet != nil:
		there, err := db.SeedSets(ctx)
		if err != nil || slices.ContainsFunc(there, func(s league.SeedSet) bool { return s.Name == line.SeedSet.Name }) {
			return err
		}
		return db.SaveSeedSet(ctx, *line.SeedSet)
	case line.TestSet != nil:
		if _, err := db.TestSet(ctx, line.TestSet.Name); !errors.Is(err, league.ErrNotFound) {
			return err
		}
		return db.SaveTestSet(ctx, *line.TestSet, line.Setups)
	case line.Match != nil:
		if n := len(line.Match.Pairing.Seats); n == 0 || len(line.Match.Result.Scores) != n || len(line.Match.Result.Ranks) != n || len(line.Match.Times) != n {
			return fmt.Errorf("match %s: seats, scores, ranks and times are not of one length", line.Match.ID)
		}
		line.Match.Record = line.Record
		line.Match.Result.Upgrade() // an export of an older build
		return db.SaveReports(ctx, []league.Report{*line.Match})
	}
	return errors.New("want a tournament, a match, a leaderboard, a seed set or a test set")
}

func (db *DB) importTournament(ctx context.Context, line exported) error {
	id := line.Tournament.ID
	if _, err := db.Tournament(ctx, id); !errors.Is(err, league.ErrNotFound) {
		return err
	}
	if err := db.SaveTournament(ctx, *line.Tournament, line.Bots, line.Setups); err != nil || line.Check == nil {
		return err
	}
	return db.SaveCheck(ctx, id, *line.Check)
}
