package sqlite_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/server/kept/sqlite"
)

func TestCheck(t *testing.T) {
	ctx := context.Background()
	path := file(t)
	db := open(t, path)
	fill(t, db, 2)
	if wrong, err := db.Check(ctx); err != nil || len(wrong) != 0 {
		t.Errorf("an intact file: %v, %v", wrong, err)
	}
	execute(t, path, `PRAGMA foreign_keys = off; DELETE FROM seats WHERE match = (SELECT n FROM matches WHERE id = '`+report(0).ID+`'); DELETE FROM bots`)
	wrong, err := db.Check(ctx)
	text := strings.Join(wrong, "\n")
	if err != nil || !strings.Contains(text, "has no seats") || !strings.Contains(text, "entries") {
		t.Errorf("%q, %v; want the match without seats and the entries without bots", text, err)
	}
}

// A damaged file gives an error.
func TestDamagedFile(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "arbiter.db")
	db := open(t, path)
	fill(t, db, 200)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096 * 8; i < len(data); i++ {
		data[i] = 0xA5
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	damaged, err := sqlite.Open(ctx, path, sqlite.Normal)
	if err == nil {
		_, err = damaged.Outcomes(ctx, "spring")
		if err == nil {
			var wrong []string
			if wrong, err = damaged.Check(ctx); len(wrong) > 0 {
				err = errors.New(strings.Join(wrong, "\n"))
			}
		}
		damaged.Close()
	}
	if err == nil {
		t.Error("a damaged file is read without an error")
	}
}
