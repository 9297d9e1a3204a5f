package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// A FolderLimit bounds what a bot's folder may hold, the folders of tools
// (.git, caches) included. A field that is 0 sets no bound.
type FolderLimit struct {
	Bytes int64 // of all files; a sparse file counts in full
	Files int   // and folders
}

// passed returns the error of a bot whose folder holds more than a bound.
func passed(bound string) error {
	return &SpecError{Why: fmt.Sprintf("its folder holds more than %s; want less in it, what tools keep there included", bound)}
}

// Check measures a folder. It stops at the first file beyond the limit, which
// is a SpecError, as is what in it cannot be read. Files that vanish
// while it looks are not counted.
func (l FolderLimit) Check(dir string) (bytes int64, err error) {
	files := -1 // the folder itself is not counted
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil {
			files++
			var info fs.FileInfo
			if info, err = entry.Info(); err == nil && info.Mode().IsRegular() {
				bytes += info.Size()
			}
		}
		switch {
		case errors.Is(err, fs.ErrNotExist) && path != dir:
			return nil
		case errors.Is(err, fs.ErrPermission), errors.Is(err, unix.ENAMETOOLONG):
			return &SpecError{Why: err.Error() + "; want files and folders that can be read", Err: err}
		case err != nil:
			return err
		case l.Bytes > 0 && bytes > l.Bytes:
			return passed(Mebibytes(l.Bytes))
		case l.Files > 0 && files > l.Files:
			return passed(fmt.Sprintf("%d files and folders", l.Files))
		}
		return nil
	})
	return bytes, err
}

// Mebibytes returns a number of bytes as limits are written: in MiB if it is a whole number of
// them.
func Mebibytes(bytes int64) string {
	if bytes%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// RemoveFolder deletes a folder even if its subfolders are read-only, as in a sealed
// copy.
func RemoveFolder(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil || !errors.Is(err, fs.ErrPermission) {
		return err
	}
	// Who is not root has to make the folders writable first.
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			return os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
