package runner_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee/games"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/ladder"
	"arbiter/server/terminal/runner"
)

// A pastReader counts how often what was played before is read.
type pastReader struct {
	*sqlite.DB
	reads *int
}

// EachMatchUntil implements engine.History.
func (r pastReader) EachMatchUntil(ctx context.Context, tournament string, until league.Mark, do func(league.Match)) error {
	*r.reads++
	return r.DB.EachMatchUntil(ctx, tournament, until, do)
}

// openLadder returns a ladder of domain on the database of a runner.
func openLadder(t *testing.T, l *runner.Local) runner.OpenLadder {
	t.Helper()
	g, err := games.Find("domain")
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(t.Context(), l.Path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	o := runner.OpenLadder{Entry: runner.Entry{Rules: g}, Store: db, Copies: botstore.Copies{Dir: l.Path + ".ladders"}, Pairs: ladder.LeastPairs}
	o.Entry.Tournament, o.Entry.Positions = ladder.Define("open", g, hour)
	return o
}

// A ladder reads what was played before once, however many batches follow: those of a
// long ladder take no longer. Where its bots stand is what its database says, a bot that
// enters later and one that is set aside included, and another run goes on there.
func TestLadderReadsItsPastOnce(t *testing.T) {
	l := local(t)
	reads := 0
	l.Open = func(ctx context.Context) (runner.Store, error) {
		db, err := sqlite.Open(ctx, l.Path, sqlite.Normal)
		return pastReader{db, &reads}, err
	}
	o := openLadder(t, l)
	ask := func(typed string) {
		t.Helper()
		if _, _, err := runner.AskLadder(t.Context(), l, o, typed, nil); err != nil {
			t.Fatal(err)
		}
	}
	nonsense := filepath.Join(t.TempDir(), "nonsense")
	toml := "name = \"nonsense\"\ngames = [\"domain\"]\nrun = \"sh bot.sh\"\n"
	if err := os.Mkdir(nonsense, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"bot.toml": toml, "bot.sh": "while read line; do echo nonsense; done\n"} {
		if err := os.WriteFile(filepath.Join(nonsense, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ask("builtin:domain/wait")
	ask("builtin:domain/random?seed=1")
	var log bytes.Buffer
	run := func(games int) runner.LadderResult {
		t.Helper()
		o.Games = games
		later := &runner.Local{Path: l.Path, Open: l.Open, Resolver: l.Resolver, Pool: l.Pool, Pause: l.Pause}
		r, err := runner.Ladder(t.Context(), later, o, runner.NewScreen(&log))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	run(24)
	ask(nonsense)
	ask("builtin:domain/random?seed=2")
	played := run(48)
	if reads != 2 {
		t.Errorf("read the past %d times in two runs; want once in each", reads)
	}
	want := "is set aside: 3 of its first 10 matches ended by its own fault"
	if n := strings.Count(log.String(), want); n != 1 {
		t.Errorf("said %q; want once that nonsense %s", log.String(), want)
	}
	if played.Matches != 72 || played.New != 48 {
		t.Errorf("%d matches, %d of them new; want 72 and 48", played.Matches, played.New)
	}
	stored, err := runner.ReadLadder(t.Context(), l, o)
	if err != nil {
		t.Fatal(err)
	}
	played.New = 0
	if diff := cmp.Diff(stored, played); diff != "" {
		t.Errorf("the database says otherwise than who played (-database +played):\n%s", diff)
	}
	log.Reset()
	if run(8); strings.Contains(log.String(), "set aside") {
		t.Errorf("another run says %q; want what is new", log.String())
	}
}
