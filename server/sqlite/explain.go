package sqlite

import (
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// isBusy reports whether another process kept the file from being written.
func isBusy(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrBusy
}

// explain adds to SQLite's word what a person can do about it.
func explain(err error) error {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	advice := map[sqlite3.ErrNo]string{
		sqlite3.ErrNotADB:   "the file is no SQLite database; want one that arbiter made, or a new name",
		sqlite3.ErrCorrupt:  "the file is damaged; arbiter db check tells how far, arbiter db export saves what can be read",
		sqlite3.ErrReadonly: "the file cannot be written; look at its permissions and its folder's",
		sqlite3.ErrCantOpen: "the file cannot be opened; look at its folder and permissions",
		sqlite3.ErrFull:     "the disk is full; nothing that was reported is lost, go on when there is room",
		sqlite3.ErrBusy:     "another process has been writing to it for 30 seconds",
		sqlite3.ErrIoErr:    "the disk reports an error",
	}[e.Code]
	if advice == "" {
		return err
	}
	return fmt.Errorf("%s (%w)", advice, err)
}
