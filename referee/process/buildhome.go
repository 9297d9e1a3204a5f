package process

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// What builds download and compile they keep below $HOME: ~/.cache/go-build,
// ~/.cargo, ~/.npm, ~/.m2. Each bot's folder has a home of its own: with one for
// all, a bot's build could put its own code where another's finds a library. Who
// owns a bot is not known, and names are anybody's; a folder is what one bot's
// build can change anyway.

// Homes are kept for a month after their last use, and the latest of them up to
// a size.
const (
	homesKept  = 30 * 24 * time.Hour
	homesBytes = 16 << 30
)

// A buildHome is the entry of a home in the cache: a folder with the home in it
// and a file beside it, out of reach of builds. Its first line is the bot's
// folder and its second one the size of the home; it is locked while the home is
// in use, and changed when it was used last.
type buildHome struct {
	dir  string
	file *os.File
}

const (
	homeFolder = "home"
	homeFile   = "used-by"
)

// path returns the home itself.
func (h *buildHome) path() string { return filepath.Join(h.dir, homeFolder) }

// atHome runs the build, with a $HOME if it is to run in a box.
func (b *build) atHome(ctx context.Context) error {
	if !b.options.Isolation.Boxed() {
		return b.run(ctx)
	}
	var h *buildHome
	var err error
	if b.options.Cache != "" {
		if b.options.Cache, err = filepath.Abs(b.options.Cache); err != nil {
			return err
		}
		if h, err = openHome(b.options.Cache, b.spec.Dir); err != nil && b.options.Warn != nil {
			b.options.Warn(fmt.Errorf("builds keep nothing for the next one: %w", err))
		}
	}
	if h == nil {
		if b.home, err = os.MkdirTemp("", "arbiter-build-"); err != nil {
			return err
		}
		defer RemoveFolder(b.home)
		return b.run(ctx)
	}
	if b.home, err = h.path(), h.furnish(ctx, b); err == nil {
		err = b.run(ctx)
	}
	return errors.Join(err, h.close(b.spec.Dir, b.options.CacheLimit))
}

// openHome opens and locks the home of a bot's folder, and makes its entry.
func openHome(cache, folder string) (*buildHome, error) {
	sum := sha256.Sum256([]byte(folder))
	h := &buildHome{dir: filepath.Join(cache, hex.EncodeToString(sum[:10]))}
	var err error
	if h.file, err = lockEntry(h.dir, homeFile, unix.LOCK_SH); err != nil {
		return nil, err
	}
	return h, nil
}

// lockEntry makes a folder of the cache with a file by which it is locked, how being
// unix.LOCK_SH or LOCK_EX, and returns that file.
func lockEntry(entry, name string, how int) (*os.File, error) {
	for {
		if err := os.MkdirAll(entry, 0o700); err != nil {
			return nil, err
		}
		file, err := os.OpenFile(filepath.Join(entry, name), os.O_RDWR|os.O_CREATE, 0o600)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it was deleted at this moment
		}
		if err != nil {
			return nil, err
		}
		if err := unix.Flock(int(file.Fd()), how); err != nil {
			return nil, errors.Join(err, file.Close())
		}
		if isAt(file, file.Name()) {
			return file, nil
		}
		file.Close() // deleted before it was locked
	}
}

// isAt reports whether an open file is the one of a path.
func isAt(file *os.File, path string) bool {
	ours, err := file.Stat()
	if err != nil {
		return false
	}
	theirs, err := os.Stat(path)
	return err == nil && os.SameFile(ours, theirs)
}

// furnish makes the home if it is new.
func (h *buildHome) furnish(ctx context.Context, b *build) error {
	if _, err := os.Stat(h.path()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	clearHomes(filepath.Dir(h.dir))
	draft, err := os.MkdirTemp(h.dir, "draft-")
	if err != nil {
		return err
	}
	if compilesGo(b.spec) {
		err = copyGoLibrary(ctx, b.spec, b.options, draft)
	}
	if err == nil {
		err = os.Rename(draft, h.path())
	}
	if err == nil {
		return nil
	}
	if _, made := os.Stat(h.path()); made == nil {
		err = nil // another build of the same folder was first
	}
	return errors.Join(err, RemoveFolder(draft))
}

// close notes who has used the home and how large it is, deletes one that is too
// large, and lets others delete it.
func (h *buildHome) close(folder string, limit FolderLimit) error {
	bytes, err := limit.Check(h.path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil // it could not be made
	case errors.As(err, new(*SpecError)):
		err = nil
		if unix.Flock(int(h.file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
			err = RemoveFolder(h.path())
		}
	}
	_, noted := h.file.WriteAt(fmt.Appendf(nil, "%s\n%d\n", folder, bytes), 0)
	return errors.Join(err, noted, h.file.Close())
}

// clearHomes deletes homes whose folder is gone and homes that were not used for long.
// If the others are too large together, it deletes the least recently used ones. Homes
// in use stay. It does what it can.
func clearHomes(cache string) {
	files, err := filepath.Glob(filepath.Join(cache, "*", homeFile))
	if err != nil {
		return
	}
	type entry struct {
		file   string
		folder string
		bytes  int64
		used   time.Time
	}
	var entries []entry
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			continue
		}
		e := entry{file: file, used: info.ModTime()}
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		e.folder, _, _ = strings.Cut(string(text), "\n")
		fmt.Sscan(strings.TrimPrefix(string(text), e.folder), &e.bytes)
		entries = append(entries, e)
	}
	libraries, err := filepath.Glob(filepath.Join(cache, libraryPrefix+"*"))
	if err != nil {
		return
	}
	for _, library := range libraries {
		if info, err := os.Stat(library); err == nil && time.Since(info.ModTime()) > homesKept {
			RemoveFolder(library)
		}
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(b.used.UnixNano(), a.used.UnixNano()) })
	var total int64
	for _, e := range entries {
		total += e.bytes
		_, err := os.Stat(e.folder)
		if errors.Is(err, fs.ErrNotExist) || time.Since(e.used) > homesKept || total > homesBytes {
			total -= e.bytes
			deleteUnused(e.file)
		}
	}
}

// deleteUnused deletes the entry of a file unless it is in use.
func deleteUnused(path string) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer file.Close()
	if unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil && isAt(file, path) {
		RemoveFolder(filepath.Dir(path))
	}
}
