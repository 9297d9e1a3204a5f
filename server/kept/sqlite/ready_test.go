package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mattn/go-sqlite3"

	"arbiter/server/league"
)

// "Present returns an error when the file is no longer under its name. What is written
// then reaches a file that nobody can open again". Every write fails, so that no match
// is taken for saved.
func TestWritesToAVanishedFile(t *testing.T) {
	for name, remove := range map[string]func(path string) error{
		"deleted": os.Remove,
		"renamed": func(path string) error { return os.Rename(path, path+".old") },
		"replaced": func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.WriteFile(path, []byte("another"), 0o644)
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := robbed(t, remove)
			save := func(context.Context) error { return db.SaveLeaderboard(t.Context(), league.Leaderboard{Name: "a"}) }
			for what, do := range map[string]func(context.Context) error{"save": save, "ready": db.Ready} {
				var storage *StorageError
				if err := do(t.Context()); !errors.As(err, &storage) || !strings.Contains(storage.Advice(), "deleted or replaced") {
					t.Errorf("%s: %v; want that the file has gone", what, err)
				}
			}
		})
	}
}

// robbed returns a database that was ready before its file was removed.
func robbed(t *testing.T, remove func(path string) error) *DB {
	t.Helper()
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "t.db"), Normal)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := errors.Join(db.Ready(t.Context()), remove(db.path)); err != nil {
		t.Fatal(err)
	}
	return db
}

// A connection that is opened after the file has been deleted or replaced makes no database of
// what is under its name.
func TestLaterConnectionsOpenNoOtherFile(t *testing.T) {
	for name, remove := range map[string]func(path string) error{
		"deleted": os.Remove,
		"replaced": func(path string) error {
			return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o644))
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := robbed(t, remove)
			path := db.path
			opened := 0
			for range 4 { // the pool has fewer
				conn, err := db.sql.Conn(t.Context())
				if err != nil {
					var storage *StorageError
					if !errors.As(err, &storage) {
						t.Errorf("%v; want that the file has gone", err)
					}
					continue
				}
				opened++
				defer conn.Close()
			}
			if opened == 4 {
				t.Error("all connections are open")
			}
			again := db.sql.Driver().(*sqlite3.SQLiteDriver)
			conn, err := again.Open("file:" + path + "?mode=rw&_foreign_keys=on&_busy_timeout=1&_synchronous=NORMAL&_txlock=immediate")
			if err == nil {
				conn.Close() // as one that is opened while the file is replaced
			}
			if info, err := os.Stat(path); err == nil && info.Size() > 0 || name == "deleted" && err == nil {
				t.Error("another file was made or written")
			}
		})
	}
}

// "Ready returns an error when the disk refuses writes", and a probe changes
// nothing.
func TestReadyProbesWrites(t *testing.T) {
	db, err := Open(t.Context(), filepath.Join(t.TempDir(), "t.db"), Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.sql.SetMaxOpenConns(1) // the pragmas belong to one connection
	if _, err := db.sql.Exec(`PRAGMA user_version = 7; PRAGMA query_only = on`); err != nil {
		t.Fatal(err)
	}
	var storage *StorageError
	if err := db.Ready(t.Context()); !errors.As(err, &storage) || !strings.Contains(storage.Advice(), "read-only") {
		t.Errorf("read-only: %v", err)
	}
	if _, err := db.sql.Exec(`PRAGMA query_only = off`); err != nil {
		t.Fatal(err)
	}
	db.probe.began = db.probe.began.Add(-probeEvery)
	if err := db.Ready(t.Context()); err != nil {
		t.Errorf("writable again: %v", err)
	}
	var version int
	if err := db.sql.QueryRow(`PRAGMA user_version`).Scan(&version); err != nil || version != 7 {
		t.Errorf("user_version %d, %v; want 7 as before", version, err)
	}
}
