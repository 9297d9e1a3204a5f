package sqlite

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
)

// A full disk and a read-only file each give an error with a remedy, and lose
// nothing.
func TestTroubleWhileWriting(t *testing.T) {
	for _, tt := range []struct{ name, pragma, want string }{
		{"full disk", `PRAGMA max_page_count = 1`, "the disk is full; saved matches are safe, free some space and resume"},
		{"read-only file", `PRAGMA query_only = on`, "the file is read-only; check its permissions"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx := context.Background()
			path := filepath.Join(t.TempDir(), "arbiter.db")
			db, err := Open(ctx, path, Normal)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			db.sql.SetMaxOpenConns(1) // the pragma belongs to one connection
			stored := func() (n int) {
				if err := db.sql.QueryRow(`SELECT count(*) FROM setups`).Scan(&n); err != nil {
					t.Fatal(err)
				}
				return n
			}
			insert := func(digest string) error {
				return db.write(ctx, func(ctx context.Context, tx *sql.Tx) error {
					_, err := tx.ExecContext(ctx, `INSERT INTO setups (digest, text) VALUES (?, ?)`, digest, make([]byte, 100_000))
					return err
				})
			}
			if err := insert("before"); err != nil {
				t.Fatal(err)
			}
			if _, err := db.sql.Exec(tt.pragma); err != nil {
				t.Fatal(err)
			}
			if err := insert("now"); err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("error %v; want %q and the path", err, tt.want)
			}
			if n := stored(); n != 1 {
				t.Errorf("%d rows; want the one inserted before", n)
			}
		})
	}
}
