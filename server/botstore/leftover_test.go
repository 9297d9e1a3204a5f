package botstore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// "each folder of copies has a file that its process holds a lock on, which
// ends with the process, and the next process deletes what nobody holds"
func TestLeftoversOfAKillAreDeleted(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	living, dead := filepath.Join(os.TempDir(), copiesPrefix+"1"), filepath.Join(os.TempDir(), copiesPrefix+"2")
	other := filepath.Join(os.TempDir(), "other")
	for _, dir := range []string{living, dead, other} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	held, err := claim(living)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	killed, err := claim(dead)
	if err != nil {
		t.Fatal(err)
	}
	killed.Close() // as the end of its process does

	_, release, err := Keep(nil)
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
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), copiesPrefix+"*")); err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v; want only the living one", left, err)
	}
}
