package botstore_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/process/twin"
	"arbiter/server/league"
	"arbiter/server/playing/botstore"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// A copy is the bot as it was entered, under its name, without being built
// again; a folder that changed before it was copied is refused.
func TestStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	write := func(text string) {
		t.Helper()
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "bot.toml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("run = \"cat\"\nbuild = \"sh -c 'echo x >> built'\"")
	c, err := resolve.Resolver{}.One(t.Context(), dir, "keeper")
	if err != nil {
		t.Fatal(err)
	}
	store := botstore.Copies{Dir: filepath.Join(t.TempDir(), "store")}
	if _, ok, err := store.Get(c.Bot); ok || err != nil {
		t.Errorf("a copy before there is one: %v, %v", ok, err)
	}
	for range 2 {
		if err := store.Put(c); err != nil {
			t.Fatal(err)
		}
	}
	write(`run = "other"`)
	kept, ok, err := store.Get(c.Bot)
	if !ok || err != nil || kept.Spec.Name != "mine" || kept.Spec.Command[0] != "cat" {
		t.Fatalf("%+v, %v, %v; want the bot as it was", kept, ok, err)
	}
	if kept.Check == nil {
		t.Error("the copy is not checked before a match")
	}
	if built, err := os.ReadFile(filepath.Join(kept.Spec.Dir, "built")); err != nil || string(built) != "x\n" {
		t.Errorf("built %q, %v; want once", built, err)
	}
	if err := store.Clear(map[string]bool{c.Bot.SHA256: true}); err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := store.Get(c.Bot); !ok {
		t.Error("a copy that is needed is deleted")
	}
	if err := store.Clear(nil); err != nil {
		t.Fatal(err)
	}
	if err := store.Put(c); err == nil {
		t.Error("no error for a folder that is not the bot any more")
	}
	if left, err := os.ReadDir(store.Dir); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v; want nothing", left, err)
	}
}

// twins makes two bots of one name whose IDs and digests are the same: both print a
// line.
func twins(t *testing.T, first, second string) (a, b dispatch.Contender) {
	t.Helper()
	find := func(text, digest string) dispatch.Contender {
		t.Helper()
		dir := filepath.Join(t.TempDir(), "mine")
		files := map[string]string{"bot.toml": `run = "sh bot.sh"`, "bot.sh": "echo " + text}
		if err := twin.Write(dir, []string{"sh", "bot.sh"}, files, digest); err != nil {
			t.Fatal(err)
		}
		c, err := resolve.Resolver{}.One(t.Context(), dir, "keeper")
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	a, b = find(first, "0123456789abcdef"), find(second, "0123456789abcdef")
	if a.Bot.ID != b.Bot.ID || a.Bot.Digest != b.Bot.Digest || a.Bot.Same(b.Bot) {
		t.Fatalf("%+v and %+v; want twins", a.Bot, b.Bot)
	}
	return a, b
}

// program returns what a bot of twins prints.
func program(t *testing.T, c dispatch.Contender) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(c.Spec.Dir, "bot.sh"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A bot that has the digest of another one neither replaces the copy of that one nor
// is played from it.
func TestTwinsHaveTheirOwnCopies(t *testing.T) {
	a, b := twins(t, "MOVE", "EVIL")
	store := botstore.Copies{Dir: filepath.Join(t.TempDir(), "store")}
	t.Cleanup(func() { store.Clear(nil) })
	if err := store.Put(a); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := store.Get(b.Bot); ok || err != nil {
		t.Errorf("a copy of the second bot before there is one: %v, %v", ok, err)
	}
	if err := store.Put(b); err != nil {
		t.Fatal(err)
	}
	for want, bot := range map[string]dispatch.Contender{"echo MOVE": a, "echo EVIL": b} {
		if kept, ok, err := store.Get(bot.Bot); !ok || err != nil || program(t, kept) != want {
			t.Errorf("%v, %v, %+v; want the bot that prints %s", ok, err, kept, want)
		}
	}
}

// A copy that another bot rewrote is found even if its digest is what it was.
func TestCopyRewrittenAsTwin(t *testing.T) {
	a, b := twins(t, "MOVE", "EVIL")
	kept := copyOf(t, botstore.Copies{Dir: t.TempDir()}, a)
	for _, name := range []string{"bot.sh", "zz"} {
		text, err := os.ReadFile(filepath.Join(b.Spec.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		overwrite(t, filepath.Join(kept.Spec.Dir, name), string(text))
	}
	if now, err := kept.Spec.Digests(); err != nil || now.XXH64 != a.Bot.Digest {
		t.Fatalf("%v, %v; want the digest unchanged", now, err)
	}
	if err := kept.Check(); err == nil || !strings.Contains(err.Error(), "is not what it was") {
		t.Errorf("error %v; want that the copy was rewritten", err)
	}
}

// "A folder that has changed since it was resolved is a league.UsageError", also if
// its digest is what it was.
func TestCopyOfAnotherBot(t *testing.T) {
	a, b := twins(t, "MOVE", "EVIL")
	a.Spec.Dir = b.Spec.Dir
	if err := (botstore.Copies{Dir: t.TempDir()}).Put(a); !errors.As(err, new(league.UsageError)) {
		t.Errorf("store: error %v; want that the bot has changed", err)
	}
}
