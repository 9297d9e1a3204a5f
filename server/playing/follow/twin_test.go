package follow_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/process/twin"
	"arbiter/server/league"
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

// A bot that has the ID of another bot is refused beside it, after it, and by the
// database of an earlier process. There the other bot does not change.
func TestTwinIsRefused(t *testing.T) {
	first, second := twins(t)
	l := local(t)
	_, err := l.EnterBots(t.Context(), "domain", []string{"mine=" + first, "mine=" + second}) // names that were typed stay
	refused(t, err)
	e, bots := entry(t, l, "domain", hour, first, "builtin:domain/wait")
	e.ID = "first"
	if _, err := l.Enter(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	_, err = l.EnterBots(t.Context(), "domain", []string{second})
	refused(t, err)

	_, err = localOn(t, l.path).EnterBots(t.Context(), "domain", []string{second, "builtin:domain/wait"})
	refused(t, err)
	if found, err := l.db.Bots(t.Context(), "first"); err != nil || found[0] != bots[0] {
		t.Errorf("%+v, %v; want %+v", found, err, bots[0])
	}
}

// A bot that has the digest of an entered one, and another name, does not resume the
// tournament in its place.
func TestTwinDoesNotResume(t *testing.T) {
	first, second := twins(t)
	l := local(t)
	e, _ := entry(t, l, "domain", hour, first, "builtin:domain/wait")
	e.ID = "cup"
	if _, err := l.Enter(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ typed, want string }{{"same=" + first, "mine@01234567"}, {"other=" + second, "other@01234567"}} {
		again := localOn(t, l.path)
		e, _ := entry(t, again, "domain", hour, tt.typed, "builtin:domain/wait")
		e.ID = "cup"
		entered, err := again.Enter(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		if bots := entered.Tournament.Bots; bots[0] != tt.want {
			t.Errorf("%s resumes as %v; want %s", tt.typed, bots, tt.want)
		}
	}
}
