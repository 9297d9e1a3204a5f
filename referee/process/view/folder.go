package view

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// A Folder is a folder or a file that a box shows under its own path.
type Folder struct {
	Path   string   // absolute
	Real   string   // Path without links when it was looked at; a link of the system is itself
	Absent []string // paths in it that a box does not show, whether they exist or not
	Empty  []string // files and folders in it that are shown empty
	Owned  bool     // the program may read what its owner may
	Write  bool     // it may write to it, too
	Kept   []string // repositories in it, which stay read-only
}

// mostEntries is how many files and folders are looked at in a folder, and
// mostApart how many of those of one folder a box has one by one.
const (
	mostEntries = 1 << 20
	mostApart   = 1000
)

// A FolderError says why a folder cannot be shown to a bot, and what to do.
type FolderError struct {
	Path string
	Why  string
}

// Error returns the folder and the reason.
func (e *FolderError) Error() string { return e.Path + ": " + e.Why }

// folder looks through a folder, or at a file, that a bot is to see. Our own files in
// it are absent. Sockets, SQLite databases and a .git are empty; the configuration of a
// .git may have a token. A typed folder is shown because of a named file in it. In such
// a folder other bots are empty, too, and files that its owner has made private.
func (v *View) folder(path string, typed, build bool, named []string) (Folder, error) {
	f := Folder{Path: path, Owned: true}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return f, &FolderError{path, fmt.Sprintf("%v; want a folder that is there", errors.Unwrap(err))}
	}
	f.Real = real
	for _, own := range v.Own {
		switch {
		case own == real || own == path:
			return f, &FolderError{path, "it is Arbiter's own, which no bot may see"}
		case within(own, real):
			f.Absent = append(f.Absent, filepath.Join(path, strings.TrimPrefix(own, real)))
		case within(own, path) && !slices.Contains(f.Absent, own):
			f.Absent = append(f.Absent, own)
		}
	}
	if err := f.countApart(f.Path); err != nil {
		return f, err
	}
	w := folderWalk{view: v, folder: &f, typed: typed, build: build, named: named, own: NewOwn(v.Own), closed: typed && closed(named)}
	if err := filepath.WalkDir(real, w.visit); err != nil {
		return f, err
	}
	return f, nil
}

// Scratch returns a folder of ours that a program may write to.
func Scratch(dir string) (Folder, error) {
	real, err := filepath.EvalSymlinks(dir)
	return Folder{Path: dir, Real: real, Owned: true, Write: true}, err
}

// Source returns the path outside the box of a path in f.
func (f Folder) Source(path string) string {
	return filepath.Join(f.Real, strings.TrimPrefix(path, f.Path))
}

// Entries returns what is in a folder below f, or in f itself; nothing if the folder is gone.
func (f Folder) Entries(dir string) []fs.DirEntry {
	entries, _ := os.ReadDir(f.Source(dir)) // none when it is gone
	return entries
}

// Lacks reports whether a box leaves out something below a folder in f.
func (f Folder) Lacks(dir string) bool {
	return slices.ContainsFunc(f.Absent, func(absent string) bool { return within(absent, dir) })
}

// countApart returns an error if a box would have to have too many of its files one
// by one, so that those that are absent are.
func (f Folder) countApart(dir string) error {
	if !f.Lacks(dir) {
		return nil
	}
	entries := f.Entries(dir)
	if len(entries) > mostApart {
		return &FolderError{dir, fmt.Sprintf("it holds %s, which no bot may see, and more than %d other files and folders; keep either elsewhere",
			f.Absent[slices.IndexFunc(f.Absent, func(a string) bool { return within(a, dir) })], mostApart)}
	}
	for _, entry := range entries {
		if path := filepath.Join(dir, entry.Name()); entry.IsDir() && !slices.Contains(f.Absent, path) {
			if err := f.countApart(path); err != nil {
				return err
			}
		}
	}
	return nil
}

// Leaves returns what a box shows of a path in f: the path itself if all of it is shown, or
// else its largest parts that are shown whole.
func (f Folder) Leaves(path string) (paths []string) {
	hidden := slices.Concat(f.Absent, f.Empty)
	switch {
	case slices.Contains(hidden, path):
		return nil
	case !slices.ContainsFunc(hidden, func(h string) bool { return within(h, path) }):
		return []string{path}
	}
	for _, entry := range f.Entries(path) {
		paths = append(paths, f.Leaves(filepath.Join(path, entry.Name()))...)
	}
	return paths
}

// Folder returns the folder of a bot, or a file, as a box shows it. The error is a FolderError
// if it cannot be shown.
func (v *View) Folder(path string) (Folder, error) { return v.folder(path, false, false, nil) }

// A folderWalk looks at what is in a folder.
type folderWalk struct {
	view    *View
	folder  *Folder
	typed   bool
	build   bool     // builds ask git for the version
	named   []string // paths that are shown whatever they are
	own     Own
	closed  bool // somebody closed to others what they cannot read
	entries int
}

// An inode is a file, by whatever name.
type inode struct{ dev, ino uint64 }

func inodeOf(info fs.FileInfo) inode {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return inode{uint64(st.Dev), st.Ino}
	}
	return inode{}
}

// visit implements fs.WalkDirFunc.
func (w *folderWalk) visit(path string, entry fs.DirEntry, err error) error {
	if err != nil {
		return nil // what we cannot read, or what is gone
	}
	if w.entries++; w.entries > mostEntries {
		return &FolderError{w.folder.Path, fmt.Sprintf("it holds more than %d files and folders; want a folder of the bot alone", mostEntries)}
	}
	shown := filepath.Join(w.folder.Path, strings.TrimPrefix(path, w.folder.Real))
	hide := func() error {
		w.folder.Empty = append(w.folder.Empty, shown)
		if len(w.folder.Empty) > mostApart {
			return &FolderError{w.folder.Path, fmt.Sprintf("it holds more than %d bots, sockets, databases and private files; want a folder of the bot alone", mostApart)}
		}
		if entry.IsDir() {
			return filepath.SkipDir
		}
		return nil
	}
	kind := entry.Type()
	switch {
	case slices.Contains(w.folder.Absent, shown):
		if entry.IsDir() {
			return filepath.SkipDir
		}
		return nil
	case kind&fs.ModeSymlink != 0:
		return nil // it leads to what is shown by itself, or nowhere
	case kind&(fs.ModeSocket|fs.ModeNamedPipe|fs.ModeDevice|fs.ModeCharDevice|fs.ModeIrregular) != 0:
		return hide()
	}
	info, err := entry.Info()
	if err != nil {
		return nil
	}
	if path != w.folder.Real || !info.IsDir() {
		if hidden, err := w.own.Hides(path, info); err != nil {
			return err
		} else if hidden {
			return hide()
		}
	}
	if w.build && kind.IsDir() {
		for _, path := range repositories(path) {
			w.folder.Kept = append(w.folder.Kept, filepath.Join(w.folder.Path, strings.TrimPrefix(path, w.folder.Real)))
		}
	}
	lone := path != w.folder.Real && !w.names(shown)
	switch {
	case lone && entry.Name() == ".git" && !w.build:
		return hide()
	case w.typed && lone && kind.IsDir() && has(path, botFile):
		return hide()
	case w.closed && lone && isClosed(info):
		return hide()
	}
	return nil
}

// names reports whether a path was named, or is above one that was.
func (w *folderWalk) names(path string) bool {
	return slices.ContainsFunc(w.named, func(named string) bool { return within(named, path) })
}

// closed reports whether what others may not read has been closed to them: they
// may read what we write, and what was named.
func closed(named []string) bool {
	return umask()&0o044 != 0o044 && !slices.ContainsFunc(named, func(path string) bool {
		info, err := os.Stat(path)
		return err == nil && info.Mode().IsRegular() && info.Mode()&0o044 == 0
	})
}

// isClosed reports whether others may not read what is no program.
func isClosed(info fs.FileInfo) bool {
	return info.Mode()&0o044 == 0 && (info.IsDir() || info.Mode()&0o111 == 0)
}

// umask returns ours.
func umask() fs.FileMode {
	for line := range strings.Lines(readStart("/proc/self/status")) {
		var mask fs.FileMode
		if n, _ := fmt.Sscanf(line, "Umask: %o", &mask); n == 1 {
			return mask
		}
	}
	return 0o022
}

// IsDatabase reports whether a file is one of SQLite, or a journal of one, which no
// bot sees.
func IsDatabase(path string, info fs.FileInfo) bool {
	const magic = "SQLite format 3\x00"
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		if of, ok := strings.CutSuffix(path, suffix); ok {
			if info, err := os.Lstat(of); err == nil && IsDatabase(of, info) {
				return true
			}
		}
	}
	// A database has whole pages, of 512 bytes at least.
	return info.Mode().IsRegular() && info.Size() >= 512 && info.Size()%512 == 0 && strings.HasPrefix(readStart(path), magic)
}
