package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee/refereetest"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
	"arbiter/server/league/rating"
)

// "kill -9 at any moment loses at most the matches in flight. Running the same
// tournament again resumes it by default and plays exactly the missing matches:
// none is lost or counted twice."
func TestKillLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: takes long") // make quick passes -short; make test and CI play it
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.db")
	args := []string{"run", "--game", "domain", "-b", "builtin:domain/random", "-b", "builtin:domain/wait", "--seeds", fmt.Sprintf("1..%d", 10**kills), "--time-factor", "100", "--db", path}
	want := 20 * *kills
	before := 0
	for range *kills {
		killAt(t, arbiterCommand(t, args...), path, min(before+10, want))
		now := storedMatches(t, path)
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
	if n := storedMatches(t, path); n != want {
		t.Errorf("%d matches are stored; want %d", n, want)
	}
}

// A check that is killed again and again comes to the verdict of one that is not:
// the same starts count, in the same order.
func TestKilledCheckDecidesAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: takes long") // make quick passes -short; make test and CI play it
	}
	t.Parallel()
	check := func(path string) *exec.Cmd {
		return arbiterCommand(t, "check", "domain", "--candidate", "builtin:domain/greedy?seed=1", "--baseline", "builtin:domain/greedy?seed=2",
			"--max-games", fmt.Sprint(40**kills), "--time-factor", "1000", "--json", "--db", path)
	}
	figures := func(path string) (f struct {
		Verdict string
		Starts  int
		LLRs    []float64
		Games   rating.Games
	}) {
		out, err := check(path).Output()
		if json.Unmarshal(out, &f) != nil {
			t.Fatalf("%v: %.300s", err, out)
		}
		return f
	}
	folder := t.TempDir()
	want := figures(filepath.Join(folder, "whole.db"))
	path := filepath.Join(folder, "killed.db")
	for n := range *kills {
		killAt(t, check(path), path, 20*n+n%7)
	}
	if diff := cmp.Diff(want, figures(path)); diff != "" {
		t.Error(diff)
	}
	if want.Starts == 0 {
		t.Error("nothing counts")
	}
}

// killAt starts a command and kills it once a database has so many matches, unless it
// has ended.
func killAt(t *testing.T, cmd *exec.Cmd, path string, matches int) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		cmd.Wait()
	}()
	awaitMatches(t, path, matches, ended)
	cmd.Process.Kill()
	<-ended
	storedMatches(t, path) // of a sound database
}

// awaitMatches waits until a database has so many matches, or until what plays them has
// ended. Nobody else has the database open when it returns.
func awaitMatches(t *testing.T, path string, matches int, ended <-chan struct{}) {
	t.Helper()
	var db *sqlite.DB
	defer func() {
		if db != nil {
			db.Close()
		}
	}()
	refereetest.AwaitProgress(t, fmt.Sprintf("%d matches in %s", matches, path), func() (n int, done bool) {
		select {
		case <-ended:
			return 0, true
		default:
		}
		if _, err := os.Stat(path); err != nil {
			return 0, false
		}
		var err error
		if db == nil {
			if db, err = sqlite.Open(context.Background(), path, sqlite.Normal); err != nil {
				t.Fatal(err)
			}
		}
		if _, n, err = db.Size(context.Background()); err != nil {
			t.Fatal(err)
		}
		return n, n >= matches
	})
}

// storedMatches returns how many matches a database has; 0 if there is none. A process
// that was killed leaves a sound one.
func storedMatches(t *testing.T, path string) int {
	t.Helper()
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

// storedSeries returns the cells of a search, and the matches that were played of them.
func storedSeries(t *testing.T, path, name string) (stored struct {
	Series  league.Series
	Matches map[string]league.Outcome
}) {
	t.Helper()
	db, err := sqlite.Open(context.Background(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tournament, err := db.Tournament(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if stored.Matches, err = db.Outcomes(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	stored.Series = tournament.Series
	if len(stored.Matches) != 2*stored.Series.Pairs() {
		t.Errorf("%d matches of %d are stored; want each once", len(stored.Matches), 2*stored.Series.Pairs())
	}
	return stored
}
