package sqlite_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"arbiter/referee"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

func open(t testing.TB, path string) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(context.Background(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func file(t testing.TB) string { return filepath.Join(t.TempDir(), "arbiter.db") }

var (
	bots = []league.Bot{
		league.NewBot("domain", "mine", "./mine", "1.0", "0123456789abcdef"),
		league.NewBot("domain", "theirs", "python3 theirs.py", "", "fedcba9876543210"),
	}
	tournament = league.Tournament{
		ID: "spring", Game: "domain", Seats: 2, Format: league.RoundRobin,
		Bots: []string{bots[0].ID, bots[1].ID}, Starts: []league.Start{{Seed: -7}, {Position: "d1", Name: "007"}},
		Limits:    referee.TimeLimits{First: time.Second, Turn: 50 * time.Millisecond},
		CreatedAt: time.UnixMilli(1_700_000_000_000).UTC(),
	}
)

func save(t testing.TB, db *sqlite.DB) {
	t.Helper()
	err := db.SaveTournament(context.Background(), tournament, bots, map[string][]byte{"d1": []byte(`{"hp": 3}`)})
	if err != nil {
		t.Fatal(err)
	}
}

// report returns the report of game n of the tournament.
func report(n int) league.Report {
	p := league.Pairing{Round: 1, Seats: []string{bots[0].ID, bots[1].ID}, Start: tournament.Starts[n%2], Repetition: n / 2}
	return league.Report{
		Job: league.Job{ID: p.ID(tournament.ID), Tournament: tournament.ID, Pairing: p}, Game: "domain", Rules: 1,
		Result: referee.Result{
			Scores: []int64{31, -5}, Ranks: []int{1, 2}, Reason: "illegal",
			Faults: []referee.Fault{
				{Turn: 2, Seat: 0, Kind: referee.Illegal, Line: "x", Why: "told", Forgiven: true, Stderr: "thinking\nTraceback"},
				{Turn: 4, Seat: 1, Kind: referee.Illegal, Line: "3 4 U", Why: "there is a wall"},
			},
		},
		Turns: 4, Play: 0xfedcba9876543210, Limits: tournament.Limits, PlayedAt: time.UnixMilli(1_700_000_001_000 + int64(n)).UTC(), Duration: 3 * time.Millisecond,
		Times:      []league.Times{{Answers: 2, Wall: 20 * time.Microsecond, CPU: 10 * time.Microsecond, MaxWall: 15 * time.Microsecond}, {Answers: 2}},
		Attributes: []referee.Attribute{{Name: "walls", Value: 0}},
		Metrics:    []league.Metric{{Seat: 1, Name: "depth", Value: 7.5}},
		Record:     []byte("record"),
	}
}

// fill saves the tournament and n matches; those with odd numbers have no fault.
func fill(t *testing.T, db *sqlite.DB, n int) {
	t.Helper()
	save(t, db)
	for i := range n {
		r := report(i)
		if i%2 == 1 {
			r.Result.Faults = []referee.Fault{}
		}
		if err := db.SaveReports(context.Background(), []league.Report{r}); err != nil {
			t.Fatal(err)
		}
	}
}

// execute changes a file without using the package.
func execute(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}
