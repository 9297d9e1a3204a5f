package botstore_test

import (
	"os"
	"path/filepath"
	"testing"

	"arbiter/server/botstore"
	"arbiter/server/resolve"
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
	store := botstore.Store{Dir: filepath.Join(t.TempDir(), "store")}
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
	if err := store.Clear(map[string]bool{c.Bot.Digest: true}); err != nil {
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
