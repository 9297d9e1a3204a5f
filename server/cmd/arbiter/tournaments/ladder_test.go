package tournaments

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/playing/follow"
	"arbiter/server/serving/core/coretest"
)

// ladderHost returns what plays a ladder on a database, whose file and copies of bots are in
// a folder.
func ladderHost(t *testing.T, dir string) follow.Host {
	t.Helper()
	db, err := sqlite.Open(t.Context(), filepath.Join(dir, "t.db"), sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	return follow.Host{Service: coretest.New(t, db, db.Close, filepath.Join(dir, "copies")), DB: "t.db"}
}

// A ladder plays as many matches as it is told and goes on in another run. Where its bots
// stand is what its database says, one that is set aside included, which is said once.
func TestLadderGoesOn(t *testing.T) {
	dir := t.TempDir()
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
	var log bytes.Buffer
	run := func(matches int, typed ...string) LadderResult {
		t.Helper()
		host := ladderHost(t, dir)
		defer host.Close()
		at, err := host.OpenLadder(t.Context(), league.OpenLadder{Name: "open", Game: "domain", TimeFactor: 1000})
		if err != nil {
			t.Fatal(err)
		}
		for _, bot := range typed {
			if _, _, err := host.EnterLadder(t.Context(), "open", bot, nil); err != nil {
				t.Fatal(err)
			}
		}
		f := ladderFollower{host: host, log: NewScreen(&log)}
		r, err := f.play(t.Context(), at, matches, 0)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	run(24, "builtin:domain/wait", "builtin:domain/random?seed=1")
	played := run(48, nonsense, "builtin:domain/random?seed=2")
	want := "is set aside: 3 of its first 10 matches ended by its own fault"
	if n := strings.Count(log.String(), want); n != 1 {
		t.Errorf("said %q; want once that nonsense %s", log.String(), want)
	}
	if played.Matches != 72 || played.New != 48 {
		t.Errorf("%d matches, %d of them new; want 72 and 48", played.Matches, played.New)
	}
	host := ladderHost(t, dir)
	defer host.Close()
	stored, err := host.Ladder(t.Context(), "open")
	if err != nil {
		t.Fatal(err)
	}
	played.New = 0
	if diff := cmp.Diff(resultOf(stored, stored.Matches), played); diff != "" {
		t.Errorf("the database says otherwise than who played (-database +played):\n%s", diff)
	}
	log.Reset()
	if run(8); strings.Contains(log.String(), "set aside") {
		t.Errorf("another run says %q; want what is new", log.String())
	}
}
