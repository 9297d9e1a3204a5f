package botstore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// "The kernel releases the lock when the process ends, and the next process
// deletes the folders that are not
// locked."
func TestStaleCopiesAreDeleted(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	living, dead := filepath.Join(os.TempDir(), temporaryPrefix+"1"), filepath.Join(os.TempDir(), temporaryPrefix+"2")
	other := filepath.Join(os.TempDir(), "other")
	for _, dir := range []string{living, dead, other} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	held, err := lockDir(living)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	killed, err := lockDir(dead)
	if err != nil {
		t.Fatal(err)
	}
	killed.Close() // as the end of its process does

	_, release, err := Temporary()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dead); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the copies of a process that has ended: %v; want them deleted", err)
	}
	for _, dir := range []string{living, other} {
		if _, err := os.Stat(dir); err != nil {
			t.Errorf("%s is not ours to delete: %v", dir, err)
		}
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), temporaryPrefix+"*")); err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v; want only the living one", left, err)
	}
}
