package output

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

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
			return noPlace(path, err)
		}
		return errors.Join(buffered(f, write), f.Close())
	}
	part := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".part")
	f, err := os.Create(part)
	if err != nil {
		return noPlace(path, err)
	}
	if err := errors.Join(buffered(f, write), f.Close()); err != nil {
		return errors.Join(err, os.Remove(part))
	}
	return os.Rename(part, path)
}

// CheckFile returns the error of OpenFile, and leaves nothing open.
func CheckFile(flag, path string) error {
	file, err := OpenFile(flag, path)
	file.Discard()
	return err
}

// noPlace returns the usage error of a file that cannot be opened for writing. The name
// of a temporary file beside it would only confuse.
func noPlace(path string, err error) error {
	if cause := syscall.Errno(0); errors.As(err, &cause) {
		err = cause
	}
	return league.Usagef("%s: %w; want a file in a folder that exists and may be written", path, err)
}

func buffered(to io.Writer, write func(io.Writer) error) error {
	w := bufio.NewWriter(to)
	return errors.Join(write(w), w.Flush())
}

// An File is a file that a verb writes at its end. It is opened at the
// beginning: hours of matches are not played for a report that has no place. A file
// that is there keeps its text until the new one is complete.
type File struct {
	path   string
	file   *os.File // nil for no file
	rename bool     // file is a temporary one beside the path
}

// OpenFile opens the file that a flag names; "" names none. Its error is one of usage.
func OpenFile(flag, path string) (*File, error) {
	if path == "" {
		return &File{}, nil
	}
	o := &File{path: path}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, league.Usagef("--%s %s: found a folder; want a file", flag, path)
	case err == nil && !info.Mode().IsRegular(): // such as /dev/stdout
		o.file, err = os.OpenFile(path, os.O_WRONLY, 0)
	case err == nil || errors.Is(err, fs.ErrNotExist):
		if target, err := filepath.EvalSymlinks(path); err == nil {
			o.path = target // the link stays
		}
		o.rename = true
		o.file, err = os.CreateTemp(filepath.Dir(o.path), "."+filepath.Base(o.path)+".*")
	}
	if err != nil {
		return nil, noPlace("--"+flag+" "+path, err)
	}
	return o, nil
}

// Write makes the text that of the file.
func (o *File) Write(text []byte) error {
	if o.file == nil {
		return nil
	}
	_, err := o.file.Write(text)
	if o.rename {
		err = errors.Join(err, o.file.Chmod(0o644))
	}
	if err = errors.Join(err, o.file.Close()); err == nil && o.rename {
		err = os.Rename(o.file.Name(), o.path)
	}
	if err == nil {
		o.file = nil
	}
	return err
}

// Discard removes what was opened and not written. It may be called after write.
func (o *File) Discard() {
	if o == nil || o.file == nil {
		return
	}
	o.file.Close()
	if o.rename {
		os.Remove(o.file.Name())
	}
}
