package sandbox

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// basePrefix begins the name of a referee's directory.
const basePrefix = "arbiter-"

// A base is our directory in one hierarchy, in which the bots' groups are made.
// A lock on it says that its referee lives: one that can be locked was left by a
// referee that was killed.
type base struct {
	path string
	lock int // the directory's descriptor
}

// openBase makes a directory in dir, after it has deleted those that killed
// referees left there.
func openBase(dir string) (base, error) {
	removeLeftovers(dir)
	const attempts = 3
	for range attempts {
		path := filepath.Join(dir, fmt.Sprintf("%s%08x", basePrefix, rand.Uint32()))
		if err := os.Mkdir(path, 0o755); err != nil {
			return base{}, err
		}
		// Another referee may take it for a leftover before it is locked.
		if fd, err := lockDirectory(path); err == nil {
			if _, err := os.Stat(path); err == nil {
				return base{path: path, lock: fd}, nil
			}
			unix.Close(fd)
		}
	}
	return base{}, fmt.Errorf("%s: directories made there vanish", dir)
}

// lockDirectory locks a directory that nobody has locked.
func lockDirectory(path string) (fd int, err error) {
	if fd, err = unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err != nil {
		return -1, err
	}
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		unix.Close(fd)
		return -1, err
	}
	return fd, nil
}

// removeLeftovers deletes what referees that were killed have left in dir, and
// kills the processes in it. What cannot be deleted stays for the next time.
func removeLeftovers(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if !entry.IsDir() || !strings.HasPrefix(entry.Name(), basePrefix) {
			continue
		}
		path := filepath.Join(dir, entry.Name())
		fd, err := lockDirectory(path)
		if err != nil {
			continue // its referee lives, or it has just gone
		}
		killAll(path)
		removeTree(path)
		unix.Close(fd)
	}
}

// close deletes the directory.
func (b base) close() error {
	err := removeTree(b.path)
	unix.Close(b.lock)
	return err
}

// removeLimit is how long a group gets to become empty.
const removeLimit = 2 * time.Second

// removeTree removes a control group and all beneath it, which a bot may have
// made there. It waits for processes that are ending.
func removeTree(path string) error {
	for end := time.Now().Add(removeLimit); ; time.Sleep(time.Millisecond) {
		err := removeEmpty(path)
		if !errors.Is(err, unix.EBUSY) || time.Now().After(end) {
			return err
		}
	}
}

func removeEmpty(path string) error {
	entries, err := os.ReadDir(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.IsDir() {
			if err := removeEmpty(filepath.Join(path, entry.Name())); err != nil {
				return err
			}
		}
	}
	if err := unix.Rmdir(path); err != nil && !errors.Is(err, unix.ENOENT) {
		return fmt.Errorf("remove %s: %w", path, err)
	}
	return nil
}

// killAll kills all processes of a control group and of those beneath it.
func killAll(path string) {
	if os.WriteFile(filepath.Join(path, killFile), []byte("1"), 0) == nil {
		return
	}
	filepath.WalkDir(path, func(dir string, entry os.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			os.WriteFile(filepath.Join(dir, stateFile), []byte("THAWED"), 0) // else nobody in it dies
			killEach(dir)
		}
		return nil
	})
}

// killEach kills the processes of a v1 control group one by one, again and again
// as long as there are new ones.
func killEach(dir string) {
	const passes = 64
	for range passes {
		pids := readPids(filepath.Join(dir, procsFile))
		if len(pids) == 0 {
			return
		}
		for _, pid := range pids {
			if pid != os.Getpid() {
				unix.Kill(pid, unix.SIGKILL)
			}
		}
	}
}
