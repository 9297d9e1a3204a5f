package botstore

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"arbiter/referee/process"
)

// A process deletes its temporary copies itself unless it is killed. So each folder of
// them has a file that its process holds locked with flock(2). The kernel releases the
// lock when the process ends, and the next process deletes the folders that are not
// locked.

// temporaryPrefix begins the names of the folders.
const temporaryPrefix = "arbiter-bots-"

// lockName is the name of the lock file. The file is renamed to it after it has
// been locked, so that nobody finds it unlocked.
const lockName = "lock"

// Temporary returns copies in a temporary folder, so that authors can edit and build
// while their bots play. release deletes it. Those of processes that were killed are
// deleted by the next call.
func Temporary() (copies Copies, release func() error, err error) {
	deleteStale()
	dir, err := os.MkdirTemp("", temporaryPrefix)
	if err != nil {
		return copies, nil, err
	}
	lock, err := lockDir(dir)
	if err != nil {
		return copies, nil, errors.Join(err, process.RemoveFolder(dir))
	}
	return Copies{Dir: dir}, func() error { return errors.Join(process.RemoveFolder(dir), lock.Close()) }, nil
}

// lockDir locks a folder for this process until the file is closed.
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

// deleteStale deletes the folders of processes that have ended. It skips what
// it cannot delete, for example another user's.
func deleteStale() {
	locks, err := filepath.Glob(filepath.Join(os.TempDir(), temporaryPrefix+"*", lockName))
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
