package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// Each problem with the file gives an error that names it and the path.
func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	foreign := filepath.Join(dir, "foreign.db")
	newer := filepath.Join(dir, "newer.db")
	for path, text := range map[string]string{
		foreign: `CREATE TABLE songs (name TEXT)`,
		newer:   `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, 1)`,
	} {
		if path == newer {
			open(t, path).Close()
		}
		execute(t, path, text)
	}
	for _, tt := range []struct{ name, path, want string }{
		{"a folder", dir, "found a folder; want a file"},
		{"no folder", filepath.Join(dir, "no", "arbiter.db"), "there is no folder"},
		{"another format", write("text.db", strings.Repeat("no database\n", 100)), "is not an SQLite database"},
		{"another program's", foreign, "is an SQLite file of another program"},
		{"newer", newer, "schema version 99999 is newer than this program"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := sqlite.Open(context.Background(), tt.path, sqlite.Normal)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), tt.path) {
				t.Errorf("error %v; want %q and the path", err, tt.want)
			}
		})
	}
}

// "It is safe for concurrent use, also by several processes": here by two handles,
// each with its own connections, which save some of the same reports.
func TestTwoWriters(t *testing.T) {
	path := file(t)
	a, b := open(t, path), open(t, path)
	save(t, a)
	var wg sync.WaitGroup
	for w, db := range []*sqlite.DB{a, b} {
		for part := range 4 {
			wg.Go(func() {
				for n := part; n < 100; n += 4 {
					if err := db.SaveReports(context.Background(), []league.Report{report(n + 50*w)}); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wg.Wait()
	if wrong, err := a.Check(context.Background()); err != nil || len(wrong) > 0 {
		t.Errorf("check: %v, %v", wrong, err)
	}
	outcomes, err := a.Outcomes(context.Background(), "spring")
	if err != nil || len(outcomes) != 150 {
		t.Errorf("%d outcomes, %v; want 150: 50 were saved by both", len(outcomes), err)
	}
}

// "Creates it if it does not exist": also when several programs are the first at once,
// of which each finds steps that another one has taken.
func TestManyCreateAtOnce(t *testing.T) {
	for range 20 {
		path := file(t)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				db, err := sqlite.Open(context.Background(), path, sqlite.Normal)
				if err != nil {
					t.Error(err)
					return
				}
				if err := db.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
}
