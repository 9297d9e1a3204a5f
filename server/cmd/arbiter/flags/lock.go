package flags

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"arbiter/server/league"
)

// LockSuffix is appended to the name of a database for its lock file. The file
// stays when the server ends: deleting it could let two servers in.
const LockSuffix = ".lock"

// lockWait is how long a server waits for another one to end. A killed one holds
// the lock for a moment longer when a bot was being started: between fork and
// exec, the child has its files.
const lockWait = 2 * time.Second

// LockDatabase makes this process the only server of a database: two would play
// the same matches. The lock (flock) ends with the process, however that ends.
// Other verbs take none: they share the database with a server.
func LockDatabase(path string) (release func(), err error) {
	name, err := realPath(path)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	f, err := os.OpenFile(name+LockSuffix, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("database %s: lock: %w", path, err)
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
			return nil, league.Usagef("database %s is used by another arbiter serve%s; stop that one, or choose another --db", path, holder)
		}
		return nil, fmt.Errorf("database %s: lock: %w", path, err)
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
