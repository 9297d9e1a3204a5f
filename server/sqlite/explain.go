package sqlite

import (
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// isBusy reports whether another process held the write lock for too long.
func isBusy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrBusy
}

// explain adds a suggested remedy to an SQLite error.
func explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	advice := map[sqlite3.ErrNo]string{
		sqlite3.ErrNotADB:   "the file is not an SQLite database; want one that arbiter created, or a new name",
		sqlite3.ErrCorrupt:  "the file is damaged; arbiter db check lists the problems, arbiter db export saves what is readable",
		sqlite3.ErrReadonly: "the file is read-only; check its permissions and those of its folder",
		sqlite3.ErrCantOpen: "the file cannot be opened; check that its folder exists, and the permissions",
		sqlite3.ErrFull:     "the disk is full; saved matches are safe, free some space and resume",
		sqlite3.ErrBusy:     "another process has held the write lock for 30 seconds",
		sqlite3.ErrIoErr:    "the disk reports an error",
	}[e.Code]
	if advice == "" {
		return err
	}
	return fmt.Errorf("%s (%w)", advice, err)
}
