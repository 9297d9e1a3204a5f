package process

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// listing returns what a bot that runs in a folder finds there.
func listing(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		switch mode := info.Mode(); {
		case mode.IsRegular():
			text, err := os.ReadFile(path)
			found[path[len(dir):]] = fmt.Sprint(mode.Perm()&0o111, string(text))
			return err
		case mode&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			found[path[len(dir):]] = "-> " + target
			return err
		default:
			found[path[len(dir):]] = mode.Type().String()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// "Bots with the same SHA-256 find the same", and those that find something else
// have another one. What is beside that changes neither.
func TestDigestsCoverTheCopy(t *testing.T) {
	base := func(t *testing.T, name string) string {
		dir := filepath.Join(t.TempDir(), name)
		for _, sub := range []string{"lib", "data"} {
			if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		write(t, dir, BotFile, `run = "./bot"`, 0o644)
		write(t, dir, "bot", "one", 0o755)
		write(t, dir, "lib/a", "a", 0o644)
		write(t, dir, "lib/ab", "", 0o644)
		if err := os.Symlink("lib/a", filepath.Join(dir, "link")); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	look := func(t *testing.T, dir string) (Digests, map[string]string) {
		spec, err := Resolve(dir)
		if err != nil {
			t.Fatal(err)
		}
		spec.Name = "mine"
		copied, err := spec.Copy(filepath.Join(t.TempDir(), "copy"))
		if err != nil {
			t.Fatal(err)
		}
		d := digests(t, spec)
		if of := digests(t, copied); of != d {
			t.Errorf("the copy has the digests %v; want %v", of, d)
		}
		return d, listing(t, copied.Dir)
	}
	first, found := look(t, base(t, "mine"))
	for _, tt := range []struct {
		name   string
		change func(dir string) error
		same   bool
	}{
		{"nothing", func(string) error { return nil }, true},
		{"another program", func(dir string) error { return os.WriteFile(filepath.Join(dir, "bot"), []byte("two"), 0o755) }, false},
		{"a file that is executable", func(dir string) error { return os.Chmod(filepath.Join(dir, "lib/a"), 0o755) }, false},
		{"a file that its group may execute", func(dir string) error { return os.Chmod(filepath.Join(dir, "lib/a"), 0o654) }, false},
		{"a program that is not", func(dir string) error { return os.Chmod(filepath.Join(dir, "bot"), 0o644) }, false},
		{"a program that its owner alone may execute", func(dir string) error { return os.Chmod(filepath.Join(dir, "bot"), 0o744) }, true},
		{"a link that leads elsewhere", func(dir string) error {
			return os.Rename(filepath.Join(dir, "lib/ab"), filepath.Join(dir, "lib/b"))
		}, false},
		{"a file in place of a link", func(dir string) error {
			if err := os.Remove(filepath.Join(dir, "link")); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, "link"), []byte("lib/a"), 0o644)
		}, false},
		{"content that moves to the next file", func(dir string) error {
			if err := os.WriteFile(filepath.Join(dir, "lib/a"), nil, 0o644); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, "lib/ab"), []byte("a"), 0o644)
		}, false},
		{"limits", func(dir string) error {
			return os.WriteFile(filepath.Join(dir, BotFile), []byte("run = \"./bot\"\nmemory = 64"), 0o644)
		}, false},
		{"an empty folder", func(dir string) error { return os.MkdirAll(filepath.Join(dir, "empty/er"), 0o755) }, true},
		{"history", func(dir string) error {
			return os.MkdirAll(filepath.Join(dir, ".git"), 0o755)
		}, true},
		{"a cache", func(dir string) error {
			if err := os.MkdirAll(filepath.Join(dir, "lib/__pycache__"), 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, "lib/__pycache__/a.pyc"), []byte("evil"), 0o755)
		}, true},
		{"a FIFO", func(dir string) error { return unix.Mkfifo(filepath.Join(dir, "fifo"), 0o644) }, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := base(t, "mine")
			if err := tt.change(dir); err != nil {
				t.Fatal(err)
			}
			d, copied := look(t, dir)
			if same := d.SHA256 == first.SHA256; same != tt.same {
				t.Errorf("same SHA-256 is %v; want %v", same, tt.same)
			}
			if same := maps.Equal(copied, found); same != tt.same {
				t.Errorf("the bot finds %v; it found %v", copied, found)
			}
		})
	}
	// A folder is a bot's whatever it is called.
	cache := base(t, ".cache")
	before, copied := look(t, cache)
	if before != first || !maps.Equal(copied, found) {
		t.Errorf("in .cache: %v, %v; want what it is elsewhere", before, copied)
	}
}

// "Names bots of old databases": the XXH64 of a bot is what it has been since
// version 0.1, whatever the SHA-256 covers beside.
func TestDigestOfOldDatabases(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, BotFile, `run = "./bot --fast"`, 0o644)
	write(t, dir, "bot", "one", 0o755)
	if err := os.Symlink("bot", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	spec, err := Resolve(dir)
	if err != nil {
		t.Fatal(err)
	}
	if found := digests(t, spec).XXH64; found != "ee7140fa99f57b39" {
		t.Errorf("digest %s of a folder", found)
	}
	script := Spec{Command: []string{"python3", write(t, dir, "bot.py", "print(1)", 0o644), "-x"}, Env: []string{"A=1"}}
	if found := digests(t, script).XXH64; found != "218520520b70564f" {
		t.Errorf("digest %s of a command line", found)
	}
}

// A database in a bot's folder is not part of the bot, nor are its journals. It may
// hold the matches that are played from there.
func TestDatabasesAreNotOfTheBot(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, BotFile, `run = "cat"`, 0o600)
	spec, err := Resolve(dir)
	if err != nil {
		t.Fatal(err)
	}
	before := digests(t, spec)
	write(t, dir, "arbiter.db", "SQLite format 3\x00"+strings.Repeat("rows", 252), 0o600)
	for _, journal := range []string{"arbiter.db-wal", "arbiter.db-shm", "arbiter.db-journal"} {
		write(t, dir, journal, "rows", 0o600)
	}
	if after := digests(t, spec); after != before {
		t.Errorf("digests %v beside a database; want %v", after, before)
	}
	copied, err := spec.Copy(filepath.Join(t.TempDir(), "copy"))
	if err != nil {
		t.Fatal(err)
	}
	if found := listing(t, copied.Dir); len(found) != 2 { // itself is one of them
		t.Errorf("the copy has %v; want %s alone", found, BotFile)
	}
}
