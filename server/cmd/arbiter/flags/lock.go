package flags

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"arbiter/referee/process/view"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// LockSuffix is appended to the name of a database for its lock file. The file
// stays when the server ends: deleting it could let two servers in.
const LockSuffix = view.LockSuffix

// lockWait is how long a server waits for another one to end. A killed one holds
// the lock for a moment longer when a bot was being started: between fork and
// exec, the child has its files.
const lockWait = 2 * time.Second

// LockDatabase makes this process the only server of a database: two would play
// the same matches. The lock (flock) ends with the process, however that ends.
// Other verbs take none: they share the database with a server.
func LockDatabase(path string) (release func(), err error) {
	if err := sqlite.CheckPath(path); err != nil {
		return nil, err
	}
	name, err := realPath(path)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	return lock(name+LockSuffix, "database "+path, func(holder string) error {
		return league.Usagef("database %s is used by another arbiter serve%s; stop that one, or choose another --db", path, holder)
	})
}

// LockLadder makes this process the only one that plays a ladder here: two would write
// over each other's rounds and entries. As that of LockDatabase, the lock ends with the
// process.
func LockLadder(db, ladder string) (release func(), err error) {
	name, err := realPath(db)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", db, err)
	}
	if err := os.MkdirAll(name+LaddersSuffix, 0o755); err != nil {
		return nil, err
	}
	// Hidden, so that it is no bot; a name may have what a file's may not.
	file := filepath.Join(name+LaddersSuffix, fmt.Sprintf(".%x%s", sha256.Sum256([]byte(ladder)), LockSuffix))
	return lock(file, "ladder "+ladder, func(holder string) error {
		return league.Usagef("ladder %s is played by another arbiter ladder%s; stop that one, or use arbiter ladder add, remove and list, which work beside it", ladder, holder)
	})
}

// lock locks a file for this process. taken returns the error for a lock that another
// process holds.
func lock(file, what string, taken func(holder string) error) (release func(), err error) {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("%s: lock: %w", what, err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	for deadline := time.Now().Add(lockWait); errors.Is(err, syscall.EWOULDBLOCK) && time.Now().Before(deadline); {
		time.Sleep(lockWait / 100)
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err != nil {
		holder := holderOf(f)
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, taken(holder)
		}
		return nil, fmt.Errorf("%s: lock: %w", what, err)
	}
	// For the message of the second server; the lock holds without it.
	if f.Truncate(0) == nil {
		fmt.Fprintln(f, os.Getpid())
	}
	return func() { f.Close() }, nil
}

// holderOf returns ", process 7" of the process that has written its ID.
func holderOf(f *os.File) string {
	text, err := io.ReadAll(io.LimitReader(f, 20))
	if err != nil {
		return ""
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return ""
	}
	return fmt.Sprintf(", process %d", pid)
}

// realPath returns the name of a file, which need not exist, without symbolic
// links.
func realPath(path string) (string, error) {
	name, err := filepath.EvalSymlinks(path)
	if errors.Is(err, os.ErrNotExist) {
		dir, err := filepath.EvalSymlinks(filepath.Dir(path))
		return filepath.Join(dir, filepath.Base(path)), err
	}
	return name, err
}
