package process

import (
	"os"
	"path/filepath"
	"testing"
)

// "A started match keeps its own files": the copy is the same bot, and does
// not change with the folder it came from.
func TestCopyIsTheSameBot(t *testing.T) {
	from := t.TempDir()
	for name, text := range map[string]string{
		"bot.toml": "name = \"mine\"\nrun = \"./run.sh\"\n", "run.sh": "#!/bin/sh\n", "data/book.txt": "moves",
		".git/HEAD": "ref", "data/__pycache__/x.pyc": "cache",
	} {
		path := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "shared.txt")
	for name, target := range map[string]string{"book": "data/book.txt", "shared": outside} {
		if err := os.Symlink(target, filepath.Join(from, name)); err != nil {
			t.Fatal(err)
		}
	}
	spec, err := Resolve(from)
	if err != nil {
		t.Fatal(err)
	}
	before := digests(t, spec)
	to := filepath.Join(t.TempDir(), "copy")
	copied, err := spec.Copy(to)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(from, "run.sh"), []byte("changed"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := digests(t, copied); got != before {
		t.Errorf("digests %v; want %v", got, before)
	}
	if copied.Dir != to {
		t.Errorf("the copy runs in %s", copied.Dir)
	}
	for name, want := range map[string]bool{"run.sh": true, "data/book.txt": true, ".git": false, "data/__pycache__": false} {
		if _, err := os.Stat(filepath.Join(to, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if info, err := os.Stat(filepath.Join(to, "run.sh")); err != nil || info.Mode().Perm()&0o100 == 0 {
		t.Errorf("run.sh is not executable in the copy: %v, %v", info, err)
	}
	if text, err := os.ReadFile(filepath.Join(to, "book")); err != nil || string(text) != "moves" {
		t.Errorf("a link within the folder leads to %q, %v", text, err)
	}
}

// A bot without a folder of its own runs where it is.
func TestCopyWithoutFolder(t *testing.T) {
	spec := Spec{Name: "cat", Command: []string{"cat"}}
	if copied, err := spec.Copy(filepath.Join(t.TempDir(), "copy")); err != nil || copied.Dir != "" {
		t.Errorf("%+v, %v", copied, err)
	}
}
