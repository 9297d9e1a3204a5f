package process

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// Files of a bot's folder are a stranger's. A FIFO blocks who opens it,
// /dev/zero has no end, and a link that a build made leads to a file that only
// the referee may read. So every file is opened and read by the functions here,
// those of a folder within its root.

// OpenRegular opens a regular file for reading and returns what it is at that
// moment. It does not block on a FIFO or a device: whatever is no regular file is
// a SpecError.
func OpenRegular(path string) (*os.File, fs.FileInfo, error) {
	// O_NONBLOCK opens a FIFO that has no writer, too. It has no effect on a
	// regular file.
	return regular(os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0))
}

// OpenRegularIn is OpenRegular of a name within a root. A link is followed as long
// as it stays there, whatever it is at this moment: one that leads out is a
// SpecError.
func OpenRegularIn(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	file, err := root.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil && !errors.As(err, new(unix.Errno)) { // os.Root refuses it, not the system
		err = &SpecError{Why: fmt.Sprintf("%s: a link leads out of the bot's folder; want a file in it", name), Err: err}
	}
	return regular(file, err)
}

// regular checks what was opened.
func regular(file *os.File, err error) (*os.File, fs.FileInfo, error) {
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &SpecError{Why: fmt.Sprintf("%s: found %s; want a regular file", file.Name(), kindOf(info.Mode()))}
	}
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return file, info, nil
}

// kindOf says what is no regular file.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	case mode&fs.ModeSymlink != 0:
		return "a link"
	}
	return "something else"
}

// CopyRegular copies an open file, as many bytes as info says. It returns a SpecError if the
// file has become shorter or longer since then: copying a file that somebody goes on writing
// would never end.
func CopyRegular(to io.Writer, file *os.File, info fs.FileInfo) error {
	n, err := io.Copy(to, io.LimitReader(file, info.Size()+1))
	if err == nil && n != info.Size() {
		err = &SpecError{Why: fmt.Sprintf("%s: had %d bytes and has changed; leave it alone while it is read", file.Name(), info.Size())}
	}
	return err
}
