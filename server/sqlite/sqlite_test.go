package sqlite_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/sqlite"
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
		Limits:    referee.Limits{First: time.Second, Turn: 50 * time.Millisecond},
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
				{Turn: 2, Seat: 0, Kind: referee.Illegal, Line: "x", Why: "told", Forgiven: true},
				{Turn: 4, Seat: 1, Kind: referee.Illegal, Line: "3 4 U", Why: "there is a wall"},
			},
		},
		Turns: 4, PlayedAt: time.UnixMilli(1_700_000_001_000 + int64(n)).UTC(), Duration: 3 * time.Millisecond,
		Times:      []league.Times{{Answers: 2, Wall: 20 * time.Microsecond, CPU: 10 * time.Microsecond, MaxWall: 15 * time.Microsecond}, {Answers: 2}},
		Attributes: []referee.Attribute{{Name: "walls", Value: 0}},
		Metrics:    []league.Metric{{Seat: 1, Name: "depth", Value: 7.5}},
		Record:     []byte("record"),
	}
}

func TestTournamentRoundTrip(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	got, err := db.Tournament(ctx, "spring")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(tournament, got); diff != "" {
		t.Errorf("tournament (-want +got):\n%s", diff)
	}
	entered, err := db.Bots(ctx, "spring")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(bots, entered); diff != "" {
		t.Errorf("bots (-want +got):\n%s", diff)
	}
	if text, err := db.PositionText(ctx, "d1"); err != nil || string(text) != `{"hp": 3}` {
		t.Errorf("setup %q, %v", text, err)
	}
	if _, err := db.Tournament(ctx, "autumn"); !errors.Is(err, league.ErrNotFound) || !strings.Contains(err.Error(), "autumn") {
		t.Errorf("error %v; want ErrNotFound that names it", err)
	}
}

// A match reported twice counts once, and the first report stays.
func TestReportIsIdempotent(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	first := report(0)
	again := first
	again.Result.Reason, again.Record = "other", []byte("other")
	for _, r := range []league.Report{first, again} {
		if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Fatal(err)
		}
	}
	outcomes, err := db.Outcomes(ctx, "spring")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]league.Outcome{first.ID: first.Outcome()}, outcomes); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if data, err := db.Record(ctx, first.ID); err != nil || string(data) != "record" {
		t.Errorf("record %q, %v", data, err)
	}
}

func TestMatchRoundTrip(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	want := report(1)
	if err := db.SaveReports(ctx, []league.Report{want}); err != nil {
		t.Fatal(err)
	}
	m, err := db.Match(ctx, want.ID[:6])
	if err != nil {
		t.Fatal(err)
	}
	got := m
	got.Record = want.Record
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("match (-want +got):\n%s", diff)
	}
	if faults := m.Outcome().Faults; faults[0] != "" || faults[1] != referee.Illegal {
		t.Errorf("faults %v; a forgiven one is none", faults)
	}
}

func TestQuery(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	var ids []string // newest first
	for n := range 6 {
		r := report(n)
		if n == 3 {
			r.Result.Reason, r.Result.Faults = "domain", nil
		}
		if n == 2 {
			r.Result.Reason, r.Result.Faults = "dead_push", []referee.Fault{{Turn: 1, Seat: 1, Kind: referee.Crash}}
		}
		if err := db.SaveReports(ctx, []league.Report{r}); err != nil {
			t.Fatal(err)
		}
		ids = append([]string{r.ID}, ids...)
	}
	third, err := db.Match(ctx, ids[2])
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		query league.Query
		want  []string
	}{
		{"all", league.Query{}, ids},
		{"limit", league.Query{Limit: 2}, ids[:2]},
		{"after a cursor", league.Query{Before: third.Cursor()}, ids[3:]},
		{"by bot", league.Query{Bot: bots[0].ID}, ids},
		{"by a bot's name", league.Query{Bot: "theirs"}, ids},
		{"a name is no prefix", league.Query{Bot: "their"}, nil},
		{"by reason", league.Query{Reason: "domain"}, ids[2:3]},
		{"any fault", league.Query{Fault: "any", Limit: 1}, ids[:1]},
		{"by fault", league.Query{Fault: "crash"}, ids[3:4]},
		{"by a reason as older builds wrote it", league.Query{Reason: "dead-push"}, ids[3:4]},
		{"by a fault as older builds called it", league.Query{Fault: "exit"}, ids[3:4]},
		{"another fault", league.Query{Fault: "timeout"}, nil},
		{"another game", league.Query{Game: "ctf"}, nil},
		{"another tournament", league.Query{Tournament: "autumn"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			matches, err := db.Matches(ctx, tt.query)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range matches {
				got = append(got, m.ID)
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMatchByPrefix(t *testing.T) {
	db := open(t, file(t))
	save(t, db)
	ctx := context.Background()
	for n := range 40 {
		if err := db.SaveReports(ctx, []league.Report{report(n)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Match(ctx, "zz"); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("error %v; want ErrNotFound", err)
	}
	if _, err := db.Match(ctx, ""); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("error %v for no ID; want ErrNotFound", err)
	}
	for _, digit := range "0123456789abcdef" {
		if matches, _ := db.Matches(ctx, league.Query{IDPrefix: string(digit)}); len(matches) > 1 {
			_, err := db.Match(ctx, string(digit))
			if err == nil || !strings.Contains(err.Error(), "several begin with it") {
				t.Errorf("error %v; want one that tells of several", err)
			}
			return
		}
	}
}

// Two processes on one database neither corrupt nor starve each other: here
// two handles, each with its own connections and with reports that meet.
func TestTwoWriters(t *testing.T) {
	path := file(t)
	a, b := open(t, path), open(t, path)
	save(t, a)
	var wg sync.WaitGroup
	for w, db := range []*sqlite.DB{a, b} {
		for part := range 4 {
			wg.Go(func() {
				for n := part; n < 100; n += 4 {
					if err := db.SaveReports(context.Background(), []league.Report{report(n + 50*w)}); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wg.Wait()
	if wrong, err := a.Check(context.Background()); err != nil || len(wrong) > 0 {
		t.Errorf("check: %v, %v", wrong, err)
	}
	outcomes, err := a.Outcomes(context.Background(), "spring")
	if err != nil || len(outcomes) != 150 {
		t.Errorf("%d outcomes, %v; want 150: 50 were reported by both", len(outcomes), err)
	}
}

// Each trouble with the file gets a clear error.
func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	foreign := filepath.Join(dir, "foreign.db")
	newer := filepath.Join(dir, "newer.db")
	for path, text := range map[string]string{
		foreign: `CREATE TABLE songs (name TEXT)`,
		newer:   `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)`,
	} {
		if path == newer {
			open(t, path).Close()
		}
		execute(t, path, text)
	}
	for _, tt := range []struct{ name, path, want string }{
		{"a folder", dir, "is a folder; want a file"},
		{"no folder", filepath.Join(dir, "no", "arbiter.db"), "cannot be opened"},
		{"another format", write("text.db", strings.Repeat("no database\n", 100)), "is no SQLite database"},
		{"another program's", foreign, "is a SQLite file of another program"},
		{"newer", newer, "schema version 99999 is newer than this program"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := sqlite.Open(context.Background(), tt.path, sqlite.Normal)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), tt.path) {
				t.Errorf("error %v; want %q and the path", err, tt.want)
			}
		})
	}
}

// BenchmarkSaveReport keeps reports one by one, each in a transaction of its
// own: what it costs when nobody else reports.
func BenchmarkSaveReport(b *testing.B) {
	for _, d := range []sqlite.Durability{sqlite.Normal, sqlite.Full} {
		b.Run(string(d), func(b *testing.B) {
			db, err := sqlite.Open(context.Background(), file(b), d)
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			save(b, db)
			n := 0
			for b.Loop() {
				r := report(n)
				r.Record = make([]byte, 3000)
				if err := db.SaveReports(context.Background(), []league.Report{r}); err != nil {
					b.Fatal(err)
				}
				n++
			}
		})
	}
}
