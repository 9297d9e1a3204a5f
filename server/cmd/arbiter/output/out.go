package output

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"

	"arbiter/server/league"
)

// Write writes to the file, or to stdout if path is empty. A failed write
// leaves the file as it was before, or no file.
func Write(path string, stdout io.Writer, write func(io.Writer) error) error {
	if path == "" {
		return buffered(stdout, write)
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // e.g. a named pipe
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return league.UsageError{Err: err}
		}
		return errors.Join(buffered(f, write), f.Close())
	}
	part := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".part")
	f, err := os.Create(part)
	if err != nil {
		return league.UsageError{Err: err}
	}
	if err := errors.Join(buffered(f, write), f.Close()); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return os.Rename(part, path)
}

func buffered(to io.Writer, write func(io.Writer) error) error {
	w := bufio.NewWriter(to)
	return errors.Join(write(w), w.Flush())
}
