package botstore

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Copies of bots are deleted by whoever made them. Only a kill prevents that:
// therefore each folder of copies has a file that its process holds a lock on,
// which ends with the process, and the next process deletes what nobody holds.

// copiesPrefix begins the names of folders of copies.
const copiesPrefix = "arbiter-bots-"

// lockName is the file that is locked. It appears under its name when it is.
const lockName = "lock"

// claim takes the folder for this process, until the file is closed.
func claim(dir string) (*os.File, error) {
	f, err := os.CreateTemp(dir, lockName+"-")
	if err != nil {
		return nil, err
	}
	if err = tryLock(f); err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, lockName))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func tryLock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// deleteLeftovers deletes folders of copies whose processes have ended. What
// cannot be deleted, such as another user's, is left.
func deleteLeftovers() {
	locks, err := filepath.Glob(filepath.Join(os.TempDir(), copiesPrefix+"*", lockName))
	if err != nil {
		return // the temporary folder's own name is a bad pattern
	}
	for _, name := range locks {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if tryLock(f) == nil {
			_ = os.RemoveAll(filepath.Dir(name))
		}
		f.Close()
	}
}
