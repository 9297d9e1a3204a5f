package botstore

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process"
)

// A bot may run as the user that owns the copies. It can then rewrite another
// bot's files and set their permissions and times back, but not their ctime. So
// a copy is read-only against mistakes, and sealed against malice: before each
// match its files have the inodes and ctimes that they had when its digest was
// right, or the digest is computed again.
//
// Two things change a file and leave its ctime. A write within the same tick of
// the kernel's clock as the change before it: a stamp that is younger than
// settled is not relied upon. And stores to a page that was mapped, and dirty,
// before: the digest is computed again from time to time. What is written
// between the check and the reading by the bot is found by the next check; only
// a bot that cannot write there at all cannot do that.

// settled is the age from which on a ctime tells: many ticks.
const settled = time.Second

// rereading is the part of the time that may be spent on computing digests of
// files that seem unchanged.
const rereading = 1000

// A seal knows what a copy consisted of when its digest was right.
type seal struct {
	spec     process.Spec // of the copy
	contents string       // SHA-256 of the copy, with what was built

	mu     sync.Mutex
	stamps map[string]stamp // of every file and folder, by path; nil before the first digest
	taken  time.Time        // when stamps were read
	again  time.Time        // when to compute the digest though nothing seems changed
}

// A stamp changes with the file it was read of.
type stamp struct {
	inode, device uint64
	size          int64
	mode          uint32
	changed       time.Time // ctime
}

func stampOf(path string) (stamp, error) {
	var s unix.Stat_t
	if err := unix.Lstat(path, &s); err != nil {
		return stamp{}, &fs.PathError{Op: "lstat", Path: path, Err: err}
	}
	return stamp{
		inode: s.Ino, device: uint64(s.Dev), size: s.Size, mode: uint32(s.Mode),
		changed: time.Unix(s.Ctim.Unix()),
	}, nil
}

// attempts is how often a copy is looked at before it counts as changed: another
// match of the same bot, as root, may write caches there at the same time.
const attempts = 5

// verify returns an error if the copy is not what it was. What was added to it
// is deleted.
func (s *seal) verify() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unchanged() {
		return nil
	}
	var err error
	before := s.stamps
	for range attempts {
		if err = s.compare(before); err == nil {
			return nil
		}
		s.stamps, s.again = before, time.Time{}
	}
	return fmt.Errorf("copy of bot %s: %w", s.spec.Name, err)
}

// compare reads the stamps and computes the digest.
func (s *seal) compare(before map[string]stamp) error {
	begun := time.Now()
	if err := s.take(); err != nil {
		return err
	}
	contents, err := s.spec.Contents()
	if err == nil && contents != s.contents {
		err = fmt.Errorf("%s is not what it was; it is read-only, and a bot writes to $TMPDIR", s.differs(before))
	}
	s.again = time.Now().Add(rereading * time.Since(begun))
	return err
}

// unchanged reports whether all stamps are those of the last digest, and old
// enough to tell.
func (s *seal) unchanged() bool {
	if s.stamps == nil || time.Now().After(s.again) {
		return false
	}
	for path, was := range s.stamps {
		if is, err := stampOf(path); err != nil || is != was || s.taken.Sub(was.changed) < settled {
			return false
		}
	}
	return true
}

// take reads the stamps and puts permissions back, since the digest does not cover most
// of them. It deletes files that are no part of the bot: those outside the digest, such
// as caches that its interpreter would load, and those that were not there before.
func (s *seal) take() error {
	taken, stamps := time.Now(), map[string]stamp{}
	err := filepath.WalkDir(s.spec.Dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		was, known := s.stamps[path]
		part := entry.Type().IsRegular() || entry.Type()&fs.ModeSymlink != 0 || entry.IsDir()
		part = path == s.spec.Dir || part && !process.NotOfTheBot(entry.Name(), entry.IsDir())
		if part && (known || s.stamps == nil) {
			is, err := stampOf(path)
			if err == nil && known && is.mode != was.mode {
				err = restore(path, is, was)
			}
			stamps[path] = is
			return err
		}
		if err := remove(path); err != nil {
			return err
		}
		if entry.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	if err == nil {
		// Deleting has changed the folders, and restoring the files.
		for path := range stamps {
			if stamps[path], err = stampOf(path); err != nil {
				break
			}
		}
	}
	if err != nil {
		return err
	}
	s.stamps, s.taken = stamps, taken
	return nil
}

// restore puts the permissions of a file or a folder back. If it is of another
// kind now, that is for the digest to find.
func restore(path string, is, was stamp) error {
	if (is.mode^was.mode)&unix.S_IFMT != 0 || is.mode&unix.S_IFMT == unix.S_IFLNK {
		return nil
	}
	return os.Chmod(path, fs.FileMode(was.mode).Perm())
}

// remove deletes something from a folder that is read-only.
func remove(path string) error {
	parent := filepath.Dir(path)
	info, err := os.Stat(parent)
	if err != nil {
		return err
	}
	if err := os.Chmod(parent, info.Mode().Perm()|0o200); err != nil {
		return err
	}
	if err := process.RemoveFolder(path); err != nil {
		return err
	}
	return os.Chmod(parent, info.Mode().Perm())
}

// differs returns the first path whose stamp is not what it was.
func (s *seal) differs(before map[string]stamp) string {
	for _, path := range slices.Sorted(maps.Keys(before)) {
		if s.stamps[path] != before[path] {
			return path
		}
	}
	return s.spec.Dir
}

// makeReadOnly takes the permission to write from everything in a folder.
func makeReadOnly(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := entry.Info()
		if err != nil || info.Mode().Perm()&0o222 == 0 {
			return err
		}
		return os.Chmod(path, info.Mode().Perm()&^0o222)
	})
}

// contentsOf returns the SHA-256 of all files of a bot whose digests are known.
func contentsOf(spec process.Spec, digests process.Digests) (string, error) {
	if spec.Recipe == "" {
		return digests.SHA256, nil
	}
	return spec.Contents()
}
