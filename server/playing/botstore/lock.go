package botstore

import (
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"arbiter/referee/process"
)

// A process deletes its snapshots itself unless it is killed. So each snapshot
// has a file that its process holds locked with flock(2). The kernel releases the
// lock when the process ends, and the next process deletes the snapshots that
// are not locked.

// snapshotPrefix begins the names of the snapshots' folders.
const snapshotPrefix = "arbiter-bots-"

// lockName is the name of the lock file. The file is renamed to it after it has
// been locked, so that nobody finds it unlocked.
const lockName = "lock"

// lockDir locks a snapshot's folder for this process until the file is closed.
func lockDir(dir string) (*os.File, error) {
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

// deleteStale deletes the snapshots of processes that have ended. It skips what
// it cannot delete, for example another user's.
func deleteStale() {
	locks, err := filepath.Glob(filepath.Join(os.TempDir(), snapshotPrefix+"*", lockName))
	if err != nil {
		return // the temporary folder's own name is an invalid pattern
	}
	for _, name := range locks {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if tryLock(f) == nil {
			_ = process.RemoveFolder(filepath.Dir(name))
		}
		f.Close()
	}
}
