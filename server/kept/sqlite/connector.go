package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"sync/atomic"

	"github.com/mattn/go-sqlite3"
)

// connectionPragmas are set on every connection, in addition to the address.
// A checkpoint waits for the disk. One per 8000 pages (32 MB) instead of 1000
// makes that rare, and a page that many reports changed is copied once.
const connectionPragmas = `PRAGMA wal_autocheckpoint = 8000`

// A connector opens connections to one file.
type connector struct {
	address string
	driver  *sqlite3.SQLiteDriver
	again   atomic.Pointer[again]
}

// An again is how a file is opened once it is known: without a write, where it is still there.
// To open a new file under its name would make a database of that.
type again struct {
	address string
	present func() error
}

func newConnector(address string) *connector {
	return &connector{address: address, driver: &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
		_, err := c.Exec(connectionPragmas, nil)
		return err
	}}}
}

// Connect implements driver.Connector.
func (c *connector) Connect(context.Context) (driver.Conn, error) {
	a := c.again.Load()
	if a == nil {
		return c.driver.Open(c.address)
	}
	if err := a.present(); err != nil {
		return nil, err
	}
	conn, err := c.driver.Open(a.address)
	if err != nil {
		return nil, a.because(err)
	}
	// SQLite opens the write-ahead log at the first use, which may be when the folder has gone.
	if _, err := conn.(*sqlite3.SQLiteConn).Exec(`PRAGMA schema_version`, nil); err != nil {
		return nil, a.because(errors.Join(err, conn.Close()))
	}
	if err := a.present(); err != nil { // it may be another file that was opened
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// because returns why a file could not be opened: it may have gone since it was looked for.
func (a *again) because(err error) error {
	if gone := a.present(); gone != nil {
		return gone
	}
	return err
}

// Driver implements driver.Connector.
func (c *connector) Driver() driver.Driver { return c.driver }
