package sqlite

import (
	"context"
	"database/sql/driver"

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
}

func newConnector(address string) connector {
	return connector{address, &sqlite3.SQLiteDriver{ConnectHook: func(c *sqlite3.SQLiteConn) error {
		_, err := c.Exec(connectionPragmas, nil)
		return err
	}}}
}

// Connect implements driver.Connector.
func (c connector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.address) }

// Driver implements driver.Connector.
func (c connector) Driver() driver.Driver { return c.driver }
