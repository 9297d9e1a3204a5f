package audit_test

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"arbiter/referee"
	"arbiter/referee/games"
	"arbiter/server/kept/audit"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/follow"
	"arbiter/server/serving/core/coretest"
)

// nonsense is a bot that answers it.
const nonsense = "nonsense=sh -c 'echo NOTHING; cat >/dev/null'"

// starts is how many starts of each game are played.
const starts = 3

// play plays a small tournament of a game into the database of path.
func play(t *testing.T, path, game string, typed ...string) {
	t.Helper()
	g, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(t.Context(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	host := follow.Host{Service: coretest.New(t, db, db.Close, t.TempDir()), Log: io.Discard}
	found, err := host.EnterBots(t.Context(), game, typed)
	if err != nil {
		t.Fatal(err)
	}
	e := follow.Entry{Rules: g, Order: league.Order{Tournament: league.Tournament{
		ID: game, Game: game, Seats: g.Info().MaxSeats, Format: league.RoundRobin, Bots: league.IDs(found),
		Limits: referee.TimeLimits{First: time.Hour, Turn: time.Hour}, CreatedAt: league.Now(),
	}}}
	e.Positions = e.DealFresh(g, league.Fresh{Key: "audit", Count: starts})
	e.Starts, e.Fresh = e.Starts[:starts], league.Fresh{}
	entered, err := host.Enter(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := entered.Play(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := host.Close(); err != nil {
		t.Fatal(err)
	}
}

// run audits a database.
func run(t *testing.T, path string) (problems []audit.Mismatch, n audit.Count) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	n, err = audit.Run(t.Context(), db, nil, func(p audit.Mismatch) { problems = append(problems, p) }, nil)
	if err != nil {
		t.Fatal(err)
	}
	return problems, n
}

// rewrite returns a function that changes the text of a match's replay.
func rewrite(change func(text string) string) func(t *testing.T, db *sql.DB, n int64) {
	return func(t *testing.T, db *sql.DB, n int64) {
		t.Helper()
		var data []byte
		if err := db.QueryRow(`SELECT data FROM records WHERE match = ?`, n).Scan(&data); err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		changed := change(string(text))
		if changed == string(text) {
			t.Fatalf("nothing was changed in %s", text)
		}
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		io.WriteString(w, changed)
		w.Close()
		execute(t, db, `UPDATE records SET data = ? WHERE match = ?`, packed.Bytes(), n)
	}
}

// statement returns a function that executes SQL about a match.
func statement(query string) func(t *testing.T, db *sql.DB, n int64) {
	return func(t *testing.T, db *sql.DB, n int64) { t.Helper(); execute(t, db, query, n) }
}

func execute(t *testing.T, db *sql.DB, query string, args ...any) {
	t.Helper()
	done, err := db.Exec(query, args...)
	if err != nil {
		t.Fatal(err)
	}
	if changed, err := done.RowsAffected(); err != nil || changed == 0 {
		t.Fatalf("%s changed %d rows, %v", query, changed, err)
	}
}

// "It finds rows and replays that were changed after the match", each alone, and
// names the match.
func TestRewritten(t *testing.T) {
	original := filepath.Join(t.TempDir(), "t.db")
	play(t, original, "domain", "builtin:domain/random?seed=1", nonsense)
	play(t, original, "keeper", "builtin:keeper/random?seed=1", "builtin:keeper/wait")
	const matches = 4 * starts
	if problems, n := run(t, original); len(problems) > 0 || n != (audit.Count{Played: matches}) {
		t.Fatalf("%v, %+v; want no problem in %d matches", problems, n, matches)
	}
	plain, err := os.ReadFile(original)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		game   string
		change func(t *testing.T, db *sql.DB, n int64)
		want   string
	}{
		{"scores", "keeper", statement(`UPDATE seats SET score = score + 1 WHERE match = ?`), "the rows have the scores"},
		{"the winner", "domain", statement(`UPDATE seats SET rank = 3 - rank WHERE match = ?`), "the rows have the ranks"},
		{"seats exchanged", "domain", statement(`UPDATE seats SET bot = (SELECT bot FROM seats s WHERE s.match = seats.match AND s.seat = 1 - seats.seat) WHERE match = ?`), "has the bot"},
		{"another bot", "keeper", statement(`UPDATE seats SET bot = 'strong@12345678' WHERE match = ?`), "has the bot strong@12345678; the replay"},
		{"the reason", "keeper", statement(`UPDATE matches SET reason = 'exit' WHERE n = ?`), `the row has the reason "exit"`},
		{"turns", "keeper", statement(`UPDATE matches SET turns = turns + 1 WHERE n = ?`), "turns; played again"},
		{"the digest", "keeper", statement(`UPDATE matches SET play = play + 1 WHERE n = ?`), "the row has the digest"},
		{"the seed", "keeper", statement(`UPDATE matches SET seed = seed + 1 WHERE n = ?`), "the row has the seed"},
		{"the start position's name", "domain", statement(`UPDATE matches SET setup = (SELECT digest FROM setups WHERE digest <> setup LIMIT 1) WHERE n = ?`), "the row has the start position"},
		{"the start position's text", "domain", statement(`UPDATE setups SET text = (SELECT text FROM setups s WHERE s.digest <> setups.digest LIMIT 1) WHERE digest = (SELECT setup FROM matches WHERE n = ?)`), "has another text"},
		{"rules", "keeper", statement(`UPDATE matches SET rules = rules + 1 WHERE n = ?`), "rules"},
		{"limits", "keeper", statement(`UPDATE matches SET first_us = 1 WHERE n = ?`), "the row has the limits"},
		{"the time", "keeper", statement(`UPDATE matches SET played_at = played_at + 1000 WHERE n = ?`), "the row says that it was played at"},
		{"an attribute", "keeper", statement(`UPDATE numbers SET value = value + 1 WHERE seat = -1 AND match = ?`), "; the start position"},
		{"a fault that counts", "domain", statement(`UPDATE seats SET fault = '' WHERE fault <> '' AND match = ?`), `has the fault ""`},
		{"a fault for the other", "domain", statement(`UPDATE seats SET fault = 'timeout' WHERE fault = '' AND match = ?`), `has the fault "timeout"`},
		{"the text of a fault", "domain", statement(`UPDATE faults SET line = 'MOVE' WHERE match = ?`), "fault 1: the row has"},
		{"all faults", "domain", func(t *testing.T, db *sql.DB, n int64) {
			execute(t, db, `UPDATE seats SET fault = '' WHERE match = ?`, n)
			execute(t, db, `DELETE FROM faults WHERE match = ?`, n)
		}, "the row has none"},
		{"the replay's scores", "keeper", rewrite(func(text string) string { return strings.Replace(text, `"scores":[-`, `"scores":[`, 1) }), "the replay differs"},
		{"rows and the replay's scores", "keeper", func(t *testing.T, db *sql.DB, n int64) {
			rewrite(func(text string) string { return strings.Replace(text, `"scores":[-`, `"scores":[`, 1) })(t, db, n)
			execute(t, db, `UPDATE seats SET score = abs(score) WHERE match = ?`, n)
		}, "the replay differs"},
		{"an answer", "keeper", rewrite(func(text string) string { return strings.Replace(text, "MOVE ", "ATTACK ", 1) }), "the replay differs at turn"},
		{"the replay's bot", "keeper", rewrite(func(text string) string { return strings.Replace(text, `"name":"`, `"name":"x`, 1) }), "has the bot"},
		{"a replay cut short", "keeper", rewrite(func(text string) string { return text[:len(text)/2] }), "replay"},
		{"the replay of another match", "keeper", statement(`UPDATE records SET data = (SELECT data FROM records r WHERE r.match <> records.match LIMIT 1) WHERE match = ?`), "the replay"},
		{"bytes", "keeper", statement(`UPDATE records SET data = zeroblob(length(data)) WHERE match = ?`), "the replay cannot be read"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "t.db")
			if err := os.WriteFile(path, plain, 0o644); err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite3", path)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			var n int64
			var id string
			const last = `SELECT n, id FROM matches WHERE game = ? AND EXISTS (SELECT 1 FROM seats WHERE match = n AND score <> 0) ORDER BY n DESC LIMIT 1`
			if err := db.QueryRow(last, tt.game).Scan(&n, &id); err != nil {
				t.Fatal(err)
			}
			tt.change(t, db, n)
			problems, count := run(t, path)
			if len(problems) == 0 || count.Problems != len(problems) {
				t.Fatalf("problems %v, count %+v; want one", problems, count)
			}
			for _, p := range problems { // several matches begin from one start position
				if tt.name == "the start position's text" {
					p.Match = id
				}
				if p.Match != id || !strings.Contains(p.Why, tt.want) {
					t.Errorf("%s; want match %s with %q", p, id, tt.want)
				}
			}
		})
	}
}

// A match without a replay is counted, and nothing is said about it.
func TestWithoutReplay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.db")
	play(t, path, "keeper", "builtin:keeper/random?seed=1", "builtin:keeper/wait")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	execute(t, db, `DELETE FROM records WHERE match = (SELECT max(n) FROM matches)`)
	if problems, n := run(t, path); len(problems) > 0 || n != (audit.Count{Played: 2*starts - 1, Unkept: 1}) {
		t.Errorf("%v, %+v", problems, n)
	}
}
