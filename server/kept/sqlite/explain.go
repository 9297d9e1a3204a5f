package sqlite

import (
	"errors"
	"fmt"
	"slices"
	"syscall"

	"github.com/mattn/go-sqlite3"
)

// A StorageError is an error for which the operator can do something.
type StorageError struct {
	advice string
	full   bool
	err    error // nil when it is not SQLite's
}

// Error returns the advice and the cause.
func (e *StorageError) Error() string {
	if e.err == nil {
		return e.advice
	}
	return fmt.Sprintf("%s (%v)", e.advice, e.err)
}

// Unwrap returns the cause.
func (e *StorageError) Unwrap() error { return e.err }

// Advice returns what is wrong and a remedy, without the name of a file.
func (e *StorageError) Advice() string { return e.advice }

// Full reports whether the disk is full.
func (e *StorageError) Full() bool { return e.full }

const adviceFull = "the disk is full; saved matches are safe, free some space and resume"

// isBusy reports whether another process held the write lock for too long.
func isBusy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrBusy
}

// noSpace are the errors of a write for which there is no room: on the disk, in
// the quota, or by the limit of the process.
var noSpace = [...]syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}

// explain adds a suggested remedy to an SQLite error: it becomes a StorageError.
func explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) || errors.As(err, new(*StorageError)) {
		return err
	}
	code := e.Code
	if code == sqlite3.ErrIoErr && slices.Contains(noSpace[:], e.SystemErrno) {
		code = sqlite3.ErrFull
	}
	advice := map[sqlite3.ErrNo]string{
		sqlite3.ErrNotADB:   "the file is not an SQLite database; want one that arbiter created, or a new name",
		sqlite3.ErrCorrupt:  "the file is damaged; arbiter db check lists the problems, arbiter db export saves what is readable",
		sqlite3.ErrReadonly: "the file is read-only; check its permissions and those of its folder",
		sqlite3.ErrCantOpen: "the file cannot be opened; check that its folder exists, and the permissions",
		sqlite3.ErrFull:     adviceFull,
		sqlite3.ErrBusy:     "another process has held the write lock for 30 seconds",
		sqlite3.ErrIoErr:    "the disk reports an error",
	}[code]
	if advice == "" {
		return err
	}
	return &StorageError{advice: advice, full: code == sqlite3.ErrFull, err: err}
}
