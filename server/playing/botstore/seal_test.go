package botstore_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"arbiter/server/playing/botstore"
	"arbiter/server/playing/dispatch"
	"arbiter/server/playing/resolve"
)

// copied returns a bot that runs in its copy of a store, and the store.
func copied(t *testing.T) (dispatch.Contender, botstore.Copies) {
	t.Helper()
	dir := folder(t, map[string]string{"bot.toml": `run = "sh bot.sh"`, "bot.sh": "echo MOVE", "lib/book": "e4"})
	c, err := resolve.Resolver{}.One(t.Context(), dir, "keeper")
	if err != nil {
		t.Fatal(err)
	}
	store := botstore.Copies{Dir: filepath.Join(t.TempDir(), "store")}
	t.Cleanup(func() { store.Clear(nil) })
	if err := store.Put(c); err != nil {
		t.Fatal(err)
	}
	kept, ok, err := store.Get(c.Bot)
	if !ok || err != nil {
		t.Fatalf("no copy: %v", err)
	}
	if err := kept.Check(); err != nil {
		t.Fatalf("a copy that nobody touched: %v", err)
	}
	return kept, store
}

// overwrite writes a file as its owner can whatever its permissions are, and puts
// permissions, times and size back.
func overwrite(t *testing.T, path, text string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, info.Mode().Perm()); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
}

// "Read-only against mistakes": nothing of a copy may be written.
func TestCopiesAreReadOnly(t *testing.T) {
	kept, _ := copied(t)
	for _, name := range []string{".", "bot.sh", "lib", "lib/book"} {
		info, err := os.Stat(filepath.Join(kept.Spec.Dir, name))
		if err != nil || info.Mode().Perm()&0o222 != 0 {
			t.Errorf("%s: %v, %v; want it read-only", name, info.Mode(), err)
		}
	}
}

// "Sealed against malice": a file that was rewritten is found, though its size,
// permissions and times are what they were. It is found each time, and a file
// that was put back is the bot again.
func TestRewrittenCopy(t *testing.T) {
	// Before the stamps alone tell, and after: they have to be a second old.
	for _, age := range []time.Duration{0, 1100 * time.Millisecond} {
		kept, _ := copied(t)
		time.Sleep(age)
		if err := kept.Check(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(kept.Spec.Dir, "bot.sh")
		overwrite(t, path, "echo EVIL")
		for range 2 {
			err := kept.Check()
			if err == nil || !strings.Contains(err.Error(), path+" is not what it was; it is read-only, and a bot writes to $TMPDIR") {
				t.Errorf("after %v: error %v; want which file was rewritten", age, err)
			}
		}
		overwrite(t, path, "echo MOVE")
		if err := kept.Check(); err != nil {
			t.Errorf("after %v: the file was put back: %v", age, err)
		}
	}
}

// Other ways to poison a copy: what is missing, replaced or led elsewhere is
// found, and what was added is deleted, caches that the digest leaves out too.
func TestPoisonedCopy(t *testing.T) {
	for _, tt := range []struct {
		name   string
		poison func(dir string) error
		heals  bool
	}{
		{"a file is deleted", func(dir string) error { return os.Remove(filepath.Join(dir, "lib/book")) }, false},
		{"a file is replaced", func(dir string) error {
			if err := os.WriteFile(filepath.Join(dir, "new"), []byte("echo EVIL"), 0o644); err != nil {
				return err
			}
			return os.Rename(filepath.Join(dir, "new"), filepath.Join(dir, "bot.sh"))
		}, false},
		{"a folder is a link", func(dir string) error {
			if err := os.Rename(filepath.Join(dir, "lib"), filepath.Join(dir, "old")); err != nil {
				return err
			}
			return os.Symlink("old", filepath.Join(dir, "lib"))
		}, false},
		{"a folder may not be read", func(dir string) error { return os.Chmod(filepath.Join(dir, "lib"), 0) }, true},
		{"a module is added", func(dir string) error { return os.WriteFile(filepath.Join(dir, "random.py"), nil, 0o644) }, true},
		{"a cache is added", func(dir string) error {
			cache := filepath.Join(dir, "lib/__pycache__")
			if err := os.Mkdir(cache, 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(cache, "book.cpython-311.pyc"), nil, 0o644)
		}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			kept, store := copied(t)
			dir := kept.Spec.Dir
			before := tree(t, dir)
			for _, name := range []string{".", "lib"} {
				if err := os.Chmod(filepath.Join(dir, name), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := tt.poison(dir); err != nil {
				t.Fatal(err)
			}
			err := kept.Check()
			if (err == nil) != tt.heals {
				t.Errorf("error %v", err)
			}
			if info, err := os.Stat(filepath.Join(dir, "lib")); tt.heals && (err != nil || info.Mode().Perm() != 0o555) {
				t.Errorf("lib: %v, %v; want the permissions that it had", info.Mode(), err)
			}
			if tt.heals && !maps.Equal(tree(t, dir), before) {
				t.Errorf("the copy has %v; want %v", tree(t, dir), before)
			}
			// A damaged copy is deleted when it is asked for the next time.
			if _, ok, err := store.Get(kept.Bot); ok != tt.heals || err != nil {
				t.Errorf("the copy is there: %v, %v", ok, err)
			}
		})
	}
}

// As root a bot can write to its copy: its interpreter's cache, while another of
// its matches is checked. That is no reason not to play.
func TestCheckBesideACache(t *testing.T) {
	kept, _ := copied(t)
	if err := os.Chmod(filepath.Join(kept.Spec.Dir, "lib"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := kept.Check(); err != nil { // with the permission
		t.Fatal(err)
	}
	stop, cache := make(chan struct{}), filepath.Join(kept.Spec.Dir, "lib/__pycache__")
	var writing sync.WaitGroup
	writing.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				// Either may fail: the folder is deleted meanwhile.
				_ = os.Mkdir(cache, 0o755)
				_ = os.WriteFile(filepath.Join(cache, "book.pyc"), nil, 0o644)
			}
		}
	})
	for range 200 {
		if err := kept.Check(); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	writing.Wait()
}

// copyOf puts a bot into a store and returns its copy.
func copyOf(t testing.TB, store botstore.Copies, c dispatch.Contender) dispatch.Contender {
	t.Helper()
	if err := store.Put(c); err != nil {
		t.Fatal(err)
	}
	kept, ok, err := store.Get(c.Bot)
	if err != nil || !ok {
		t.Fatalf("%v, %v; want a copy of %s", ok, err, c.Bot.ID)
	}
	return kept
}

// Temporary copies are sealed as well.
func TestTemporaryCopyIsSealed(t *testing.T) {
	dir := folder(t, map[string]string{"bot.toml": `run = "sh bot.sh"`, "bot.sh": "echo MOVE"})
	c, err := resolve.Resolver{}.One(t.Context(), dir, "keeper")
	if err != nil {
		t.Fatal(err)
	}
	builtin, err := resolve.Resolver{}.One(t.Context(), "builtin:keeper/wait", "keeper")
	if err != nil {
		t.Fatal(err)
	}
	store, release, err := botstore.Temporary()
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, err := store.Get(builtin.Bot); ok || err != nil {
		t.Errorf("a copy of a bot without a folder: %v, %v", ok, err)
	}
	kept := copyOf(t, store, c)
	if err := kept.Check(); err != nil {
		t.Error(err)
	}
	overwrite(t, filepath.Join(kept.Spec.Dir, "bot.sh"), "echo EVIL")
	if err := kept.Check(); err == nil {
		t.Error("a rewritten copy is played")
	}
	if err := release(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(kept.Spec.Dir); err == nil {
		t.Error("the copies are left")
	}
}

// A relative link that leads out of the folder leads elsewhere in a copy, which
// would be another bot: it is played where it lies.
func TestLinkedBotIsNotCopied(t *testing.T) {
	dir := folder(t, map[string]string{"bot.toml": `run = "cat"`, "shared": "->../elsewhere"})
	c, err := resolve.Resolver{}.One(t.Context(), dir, "keeper")
	if err != nil {
		t.Fatal(err)
	}
	store := botstore.Copies{Dir: t.TempDir()}
	if err := store.Put(c); err != nil {
		t.Fatal(err)
	}
	wantFolders(t, store.Dir, 0)
}

// What the check costs a match of a bot with ten files.
func BenchmarkCheck(b *testing.B) {
	dir := b.TempDir()
	for _, name := range []string{"bot.toml", "1", "2", "3", "4", "5", "6", "7", "8", "9"} {
		text := `run = "cat"` + "\n#" + strings.Repeat("x", 20_000)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	c, err := resolve.Resolver{}.One(b.Context(), dir, "keeper")
	if err != nil {
		b.Fatal(err)
	}
	kept := copyOf(b, botstore.Copies{Dir: b.TempDir()}, c)
	time.Sleep(1100 * time.Millisecond) // until the stamps alone tell
	if err := kept.Check(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := kept.Check(); err != nil {
			b.Fatal(err)
		}
	}
}
