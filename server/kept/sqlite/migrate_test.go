package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/pressly/goose/v3"

	"arbiter/migrations"
	"arbiter/referee"
	"arbiter/server/league"
)

// oldFile creates a database of a schema version and returns its migrations.
func oldFile(t *testing.T, path string, version int64) (*sql.DB, *goose.Provider) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path+"?_foreign_keys=on")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	steps, err := goose.NewProvider(goose.DialectSQLite3, db, migrations.FS)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steps.UpTo(context.Background(), version); err != nil {
		t.Fatal(err)
	}
	return db, steps
}

// A database with a later version but without an earlier one, as two branches may
// leave it, gets the missing version. It opens although it has a cron schedule, which
// nothing reads any more.
func TestMigrationsInAnyOrder(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "arbiter.db")
	old, steps := oldFile(t, path, 2)
	if _, err := steps.ApplyVersion(ctx, 4, true); err != nil {
		t.Fatal(err)
	}
	if _, err := old.Exec(`
		INSERT INTO tournaments VALUES ('spring', 'domain', '{"id": "spring"}', 1), ('spring@2026', 'domain', '{"id": "spring@2026"}', 2);
		INSERT INTO schedules VALUES ('spring', '@daily', 1, '');
		INSERT INTO scheduled VALUES ('spring@2026', 'spring', 1)`); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time there is nothing to migrate
		db, err := Open(ctx, path, Normal)
		if err != nil {
			t.Fatal(err)
		}
		if err := db.SaveReports(ctx, []league.Report{variedReport(1)}); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(path + ".v4.bak"); err != nil {
		t.Errorf("no backup of the file: %v", err)
	}
}

// variedReport returns a report of a match of "spring" or "autumn". Whether it has
// one seat or two, faults, numbers and a replay depends on n.
func variedReport(n int) league.Report {
	p := league.Pairing{Round: n % 4, Seats: []string{"a@1", "b@2"}[:1+n%2], Start: league.Start{Seed: int64(n - 100)}, Repetition: n}
	if n%5 == 0 {
		p.Start = league.Start{Position: "d1", Name: "007"}
	}
	tournament := []string{"spring", "autumn"}[n%3/2]
	r := league.Report{
		Job: league.Job{ID: p.ID(tournament), Tournament: tournament, Pairing: p}, Game: "domain", Rules: 1,
		Result: referee.Result{Scores: []int64{int64(n), -1}[:1+n%2], Ranks: []int{1, 2}[:1+n%2], Reason: "domain"},
		Turns:  n % 90, PlayedAt: time.UnixMilli(1_700_000_000_000 + int64(n)).UTC(), Duration: time.Duration(n) * time.Microsecond,
		Times: make([]league.Times, 1+n%2),
	}
	for i := range n % 3 {
		r.Result.Faults = append(r.Result.Faults, referee.Fault{Turn: i + 1, Seat: 0, Kind: referee.Garbled, Line: "x", Why: fmt.Sprint("fault ", i)})
		r.Attributes = append(r.Attributes, referee.Attribute{Name: fmt.Sprint("walls", i), Value: float64(n) / 3})
		r.Metrics = append(r.Metrics, league.Metric{Seat: 0, Name: fmt.Sprint("depth", i), Value: float64(i)})
	}
	if n%7 != 0 {
		r.Record = fmt.Appendf(nil, "record %d", n)
	}
	return r
}

// insertOld inserts a report into schema version 1 or 2.
func insertOld(t *testing.T, tx *sql.Tx, r league.Report) {
	t.Helper()
	run := func(text string, args ...any) {
		t.Helper()
		if _, err := tx.Exec(text, args...); err != nil {
			t.Fatal(err)
		}
	}
	p := r.Pairing
	run(`INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ID, r.Tournament, r.Game, r.Rules, p.Round, p.Start.Seed, sql.NullString{String: p.Start.Position, Valid: p.Start.Position != ""},
		p.Start.String(), p.Repetition, r.Result.Reason, r.Turns, r.PlayedAt.UnixMilli(), r.Duration.Microseconds())
	for seat, bot := range p.Seats {
		kind := ""
		if f := r.Result.FaultOf(seat); f != nil {
			kind = string(f.Kind)
		}
		run(`INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, 0)`, r.ID, seat, bot, r.Result.Scores[seat], r.Result.Ranks[seat], kind)
	}
	for n, f := range r.Result.Faults {
		run(`INSERT INTO faults VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, r.ID, n, f.Turn, f.Seat, string(f.Kind), f.Line, f.Why, f.Forgiven)
	}
	for _, a := range r.Attributes {
		run(`INSERT INTO numbers VALUES (?, -1, ?, ?)`, r.ID, a.Name, a.Value)
	}
	for _, m := range r.Metrics {
		run(`INSERT INTO numbers VALUES (?, ?, ?, ?)`, r.ID, m.Seat, m.Name, m.Value)
	}
	if r.Record != nil {
		run(`INSERT INTO records VALUES (?, ?)`, r.ID, r.Record)
	}
}

// Migrating up and down keeps every match with all of its parts, and makes a
// backup of the file.
func TestMigrationKeepsMatches(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "arbiter.db")
	old, steps := oldFile(t, path, 2)
	const matches = 3 * 4 * 5 * 7                      // each kind of report with each other one
	order := rand.New(rand.NewPCG(1, 2)).Perm(matches) // of saving, not of playing
	tx, err := old.Begin()
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`INSERT INTO tournaments VALUES ('spring', 'domain', '{"id": "spring"}', 1), ('autumn', 'domain', '{"id": "autumn"}', 2)`,
		`INSERT INTO setups VALUES ('d1', x'00')`,
	} {
		if _, err := tx.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range order {
		insertOld(t, tx, variedReport(n))
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}

	same := func() {
		t.Helper()
		db, err := Open(ctx, path, Normal)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if wrong, err := db.Check(ctx); err != nil || len(wrong) > 0 {
			t.Fatalf("check: %v, %v", wrong, err)
		}
		all, err := db.Matches(ctx, league.Query{})
		if err != nil || len(all) != matches {
			t.Fatalf("%d matches, %v; want %d", len(all), err, matches)
		}
		slices.Reverse(all) // in the order of playing
		for n, m := range all {
			want, got := variedReport(n), m
			if got.Record, err = db.Record(ctx, m.ID); err != nil && !errors.Is(err, league.ErrPruned) {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("match %d (-want +got):\n%s", n, diff)
			}
		}
		// They are numbered in the order of saving.
		last, err := collect(ctx, db, `SELECT id FROM matches ORDER BY n DESC LIMIT 1`, nil, scanString)
		if err != nil || last[0] != variedReport(order[matches-1]).ID {
			t.Errorf("%v is the last match, %v; want the one that was saved last", last, err)
		}
	}
	same()
	if _, err := os.Stat(path + ".v2.bak"); err != nil {
		t.Errorf("no backup of the file: %v", err)
	}
	if _, err := steps.DownTo(ctx, 2); err != nil {
		t.Fatal(err)
	}
	same()
}

// Version 7 takes the clock of older matches from their tournament.
func TestMigrationOfClocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arbiter.db")
	old, _ := oldFile(t, path, 6)
	for _, statement := range []string{
		`INSERT INTO tournaments VALUES ('wall', 'keeper', '{"limits": {"First": 1, "Turn": 1}}', 1), ('cpu', 'keeper', '{"limits": {"First": 1, "Turn": 1, "Clock": "cpu"}}', 1)`,
		`INSERT INTO matches SELECT NULL, id, id, 'keeper', 1, 1, 1, NULL, 'seed 1', 0, 'over', 1, 1, 1, NULL, 1, 1 FROM tournaments`,
		`INSERT INTO matches VALUES (NULL, 'unknown', 'cpu', 'keeper', 1, 1, 2, NULL, 'seed 2', 0, 'over', 1, 1, 1, NULL, NULL, NULL)`,
	} {
		if _, err := old.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	db, err := Open(t.Context(), path, Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	clocks, err := collect(t.Context(), db, `SELECT id || ' ' || clock FROM matches ORDER BY id`, nil, scanString)
	if diff := cmp.Diff([]string{"cpu cpu", "unknown ", "wall "}, clocks); err != nil || diff != "" {
		t.Errorf("%v; clocks (-want +got):\n%s", err, diff)
	}
}

// "A bot that was registered here, or that is in no tournament, or in one that was
// started here, was entered here. The others count as imported."
func TestBotsOfOldDatabases(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "arbiter.db")
	old, _ := oldFile(t, path, 10)
	for _, statement := range []string{
		`INSERT INTO tournaments VALUES ('started', 'domain', '{"id": "started"}', 1), ('never', 'domain', '{"id": "never"}', 1)`,
		`INSERT INTO bots (game, id, name, typed, version, digest) VALUES
			('domain', 'registered', '', '', '', ''), ('domain', 'single', '', '', '', ''), ('domain', 'played', '', '', '', ''), ('domain', 'unknown', '', '', '', '')`,
		`INSERT INTO lives VALUES ('domain', 'registered', 'candidate', '', 0, 1, 1)`,
		`INSERT INTO runs VALUES ('started', 'paused', '', '', 1)`,
		`INSERT INTO entries (tournament, position, game, bot) VALUES
			('never', 0, 'domain', 'registered'), ('started', 0, 'domain', 'played'), ('never', 1, 'domain', 'played'), ('never', 2, 'domain', 'unknown')`,
	} {
		if _, err := old.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	db, err := Open(ctx, path, Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for id, want := range map[string]bool{"registered": false, "single": false, "played": false, "unknown": true} {
		if got, err := db.Imported(ctx, "domain", id); err != nil || got != want {
			t.Errorf("%s: imported %v, %v; want %v", id, got, err, want)
		}
	}
}

// Version 11 keeps the bots of before, whose SHA-256 nobody knows.
func TestMigrationOfBots(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arbiter.db")
	old, steps := oldFile(t, path, 10)
	if _, err := old.Exec(`INSERT INTO bots VALUES ('domain', 'mine@01234567', 'mine', './mine', '1', '0123456789abcdef')`); err != nil {
		t.Fatal(err)
	}
	want := league.Bot{Game: "domain", ID: "mine@01234567", Name: "mine", Typed: "./mine", Version: "1", Digest: "0123456789abcdef"}
	for range 2 {
		db, err := Open(t.Context(), path, Normal)
		if err != nil {
			t.Fatal(err)
		}
		known, err := db.KnownBot(t.Context(), "domain", want.ID)
		if diff := cmp.Diff(want, known.Bot); err != nil || diff != "" {
			t.Errorf("%v; bot (-want +got):\n%s", err, diff)
		}
		want.SHA256 = "aa"
		if err := errors.Join(db.KeepBot(t.Context(), want), db.Close()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := steps.DownTo(t.Context(), 10); err != nil {
		t.Fatal(err)
	}
	var digest string
	if err := old.QueryRow(`SELECT digest FROM bots`).Scan(&digest); err != nil || digest != want.Digest {
		t.Errorf("down again: digest %s, %v; want %s", digest, err, want.Digest)
	}
}

// "Leaderboards of older versions go on counting what they counted": the matches of all
// tournaments and the single ones between bots. Their rows survive a way back, too.
func TestMigrationKeepsLeaderboards(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "arbiter.db")
	old, steps := oldFile(t, path, 15)
	if _, err := old.Exec(`INSERT INTO leaderboards (name, game, filter, anchor, created_at, owner) VALUES ('mine', 'domain', 'seat=1', 'a@1', 5, 'me')`); err != nil {
		t.Fatal(err)
	}
	db, err := Open(ctx, path, Normal)
	if err != nil {
		t.Fatal(err)
	}
	want := league.Leaderboard{Name: "mine", Game: "domain", Filter: "seat=1", Anchor: "a@1", Owner: "me", CreatedAt: time.UnixMilli(5).UTC(), Counted: league.Counted{Singles: true}}
	all, err := db.Leaderboards(ctx)
	if diff := cmp.Diff([]league.Leaderboard{want}, all); err != nil || diff != "" {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := steps.DownTo(ctx, 15); err != nil {
		t.Fatal(err)
	}
	var name, filter string
	if err := old.QueryRow(`SELECT name, filter FROM leaderboards`).Scan(&name, &filter); err != nil || name != "mine" || filter != "seat=1" {
		t.Errorf("leaderboard %q with filter %q, %v; want mine with seat=1", name, filter, err)
	}
}

// Version 22 keeps sets of seeds and sets of positions as books. Where both had one name, the
// positions get another.
func TestMigrationOfBooks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "arbiter.db")
	old, _ := oldFile(t, path, 21)
	for _, statement := range []string{
		`INSERT INTO seed_sets (name, seeds, about, created_at, owner) VALUES ('night', '1..3', 'short', 5, 'ada'), ('both', '7', '', 5, '')`,
		`INSERT INTO setups (digest, text) VALUES ('d1', x'7b7d'), ('d2', x'7b2261223a317d')`,
		`INSERT INTO test_sets (name, game, about, created_at, owner) VALUES ('endings', 'domain', '', 6, 'pam'), ('both', 'domain', '', 6, '')`,
		`INSERT INTO tests (test_set, position, name, setup) VALUES ('endings', 0, 'b', 'd2'), ('endings', 1, 'a', 'd1'), ('both', 0, 'a', 'd1')`,
	} {
		if _, err := old.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	db, err := Open(t.Context(), path, Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	at := func(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
	want := []league.Book{
		{Name: "both", Seeds: "7", Count: 1, Starts: []league.Start{{Seed: 7}}, CreatedAt: at(5)},
		{Name: "both positions", Game: "domain", Count: 1, Starts: []league.Start{{Name: "a", Position: "d1"}}, CreatedAt: at(6)},
		{Name: "endings", Game: "domain", Owner: "pam", Count: 2, Starts: []league.Start{{Name: "b", Position: "d2"}, {Name: "a", Position: "d1"}}, CreatedAt: at(6)},
		{Name: "night", Seeds: "1..3", About: "short", Owner: "ada", Count: 3, Starts: []league.Start{{Seed: 1}, {Seed: 2}, {Seed: 3}}, CreatedAt: at(5)},
	}
	listed, err := db.Books(t.Context(), "")
	if err != nil || len(listed) != len(want) {
		t.Fatalf("%v, %v; want %d books", listed, err, len(want))
	}
	for i := range want {
		got, err := db.Book(t.Context(), listed[i].Name)
		if diff := cmp.Diff(want[i], got); err != nil || diff != "" {
			t.Errorf("%v; book (-want +got):\n%s", err, diff)
		}
	}
}
