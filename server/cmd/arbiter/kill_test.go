package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbiter/server/sqlite"
)

// "kill -9 at any moment loses at most the matches in flight. Running the same
// tournament again resumes it by default and plays exactly the missing matches:
// none is lost or counted twice."
func TestKillLosesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.db")
	args := []string{"run", "--game", "domain", "-b", "builtin:domain/random", "-b", "builtin:domain/wait", "--seeds", fmt.Sprintf("1..%d", 10**kills), "--time-factor", "100", "--db", path}
	want := 20 * *kills
	stored := func() int {
		if _, err := os.Stat(path); err != nil {
			return 0
		}
		db, err := sqlite.Open(context.Background(), path, sqlite.Normal)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if wrong, err := db.Check(context.Background()); err != nil || len(wrong) > 0 {
			t.Fatalf("after a kill: %v, %v", wrong, err)
		}
		_, n, err := db.Size(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := 0
	for range *kills {
		cmd := arbiterCommand(t, args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// Kill it once it has played some more matches, unless it has ended.
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		for waiting := true; waiting; {
			select {
			case <-ended:
				waiting = false
			case <-time.After(20 * time.Millisecond):
				waiting = stored() < min(before+10, want)
			}
		}
		cmd.Process.Kill()
		now := stored()
		if now < before {
			t.Fatalf("%d matches after a kill; %d were there before", now, before)
		}
		before = now
	}
	out, err := arbiterCommand(t, append(args, "--json")...).Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), `"done":true`) || !strings.Contains(string(out), fmt.Sprintf(`"matches":%d,`, want)) {
		t.Errorf("at the end: %.300s", out)
	}
	if n := stored(); n != want {
		t.Errorf("%d matches are stored; want %d", n, want)
	}
}
