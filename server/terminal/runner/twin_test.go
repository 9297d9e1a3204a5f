package runner_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/process/twin"
	"arbiter/server/league"
	"arbiter/server/terminal/runner"
)

// twins makes two folders of bots that have one ID and answer different things.
func twins(t *testing.T) (first, second string) {
	t.Helper()
	var dirs [2]string
	for i, line := range []string{"echo WAIT", "echo EVIL"} {
		dirs[i] = filepath.Join(t.TempDir(), "mine")
		files := map[string]string{"bot.toml": `run = "sh bot.sh"`, "bot.sh": "while read input; do " + line + "; done"}
		if err := twin.Write(dirs[i], []string{"sh", "bot.sh"}, files, "0123456789abcdef"); err != nil {
			t.Fatal(err)
		}
	}
	return dirs[0], dirs[1]
}

// refused fails the test unless an error says that a bot's ID is taken.
func refused(t *testing.T, err error) {
	t.Helper()
	if !errors.As(err, new(league.UsageError)) || !strings.Contains(err.Error(), "its ID would be mine@01234567, which another bot has") {
		t.Errorf("error %v; want that the ID is taken", err)
	}
}

// A bot that has the ID of another one is refused: beside it, after it, and by the
// database of an earlier process, in which nothing of the other one changes.
func TestTwinIsRefused(t *testing.T) {
	first, second := twins(t)
	l := local(t)
	_, err := l.Resolve(t.Context(), "domain", []string{"mine=" + first, "mine=" + second}) // names that were typed stay
	refused(t, err)
	e, bots := entry(t, l, "domain", hour, first, "builtin:domain/wait")
	e.ID = "first"
	entered, err := l.Enter(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	if err := entered.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = l.Resolve(t.Context(), "domain", []string{second})
	refused(t, err)

	later := &runner.Local{Path: l.Path, Open: l.Open, Resolver: l.Resolver, Pool: l.Pool}
	for _, id := range []string{"second", "first"} { // a tournament of its own, and the one to resume
		e, _ := entry(t, later, "domain", hour, second, "builtin:domain/wait")
		e.ID = id
		_, err = later.Enter(t.Context(), e)
		refused(t, err)
	}
	store, err := l.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if found, err := store.Bots(t.Context(), "first"); err != nil || found[0] != bots[0] {
		t.Errorf("%+v, %v; want %+v", found, err, bots[0])
	}
	if _, err := store.Tournament(t.Context(), "second"); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("error %v; want no tournament", err)
	}
}

// A bot that has the digest of an entered one, and another name, does not resume the
// tournament in its place.
func TestTwinDoesNotResume(t *testing.T) {
	first, second := twins(t)
	l := local(t)
	e, _ := entry(t, l, "domain", hour, first, "builtin:domain/wait")
	e.ID = "cup"
	entered, err := l.Enter(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	entered.Close()
	for _, tt := range []struct{ typed, want string }{{"same=" + first, "mine@01234567"}, {"other=" + second, "other@01234567"}} {
		e, _ := entry(t, l, "domain", hour, tt.typed, "builtin:domain/wait")
		e.ID = "cup"
		entered, err := l.Enter(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		if bots := entered.Definition().Bots; bots[0] != tt.want {
			t.Errorf("%s resumes as %v; want %s", tt.typed, bots, tt.want)
		}
		entered.Close()
	}
}
