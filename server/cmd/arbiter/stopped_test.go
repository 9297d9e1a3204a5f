package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee/refereetest"
	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// stoppedFolder has a database with tournaments and checks that were stopped in their
// middle. They are of every format, with both kinds of starts, with opponents and with
// results of other tournaments. Some of the matches had faults. Others were void: they
// were played again, are still to be played again, or are left out.
//
// Its make.sh made it, without replays, with the build before the local runner and the
// server came to share one engine, and resumed each of the tournaments with that build.
// Every later build has to come to the same order of matches and the same printed
// figures. So make.sh is not run again to follow the program. On purpose two verdicts are
// others: that build took the estimate on all starts for one. So are places and scores of
// solo games: that build ranked them by duels.
const stoppedFolder = "testdata/stopped"

// A stoppedTournament is a line of commands.txt and what that build made of it.
type stoppedTournament struct {
	name    string
	command []string       // without the database
	id      string         // of the tournament
	matches []string       // IDs in the order of playing
	figures map[string]any // JSON without what depends on time
}

func stoppedTournaments(t *testing.T) []stoppedTournament {
	t.Helper()
	var all []stoppedTournament
	for line := range strings.Lines(stoppedFile(t, "commands.txt")) {
		words := strings.Fields(line)
		s := stoppedTournament{name: words[0], command: words[1:], matches: strings.Fields(stoppedFile(t, words[0]+".txt"))}
		s.figures = object(t, stoppedFile(t, s.name+".json"))
		s.id = s.figures["tournament"].(string)
		delete(s.figures, "tournament")
		all = append(all, s)
	}
	return all
}

func stoppedFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(stoppedFolder, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func object(t *testing.T, text string) (o map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatalf("%v in %.300q", err, text)
	}
	return o
}

// isCheck reports whether it is a check rather than a tournament with standings.
func (s stoppedTournament) isCheck() bool { return s.command[0] == "check" }

// unpackStopped returns a folder with the database and the bots as they were typed.
func unpackStopped(t *testing.T) (dir, db string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "bots"), os.DirFS(filepath.Join(stoppedFolder, "bots"))); err != nil {
		t.Fatal(err)
	}
	packed, err := os.Open(filepath.Join(stoppedFolder, "league.sqlite.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	db = filepath.Join(dir, "league.sqlite")
	if err := os.WriteFile(db, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir, db
}

// wantMatches checks the matches of the tournament in the order in which they were saved.
// One worker played them in that order.
func (s stoppedTournament) wantMatches(t *testing.T, path string) {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if wrong, err := db.Check(t.Context()); err != nil || len(wrong) > 0 {
		t.Errorf("the database: %v %v", wrong, err)
	}
	var ids []string
	err = db.EachMatchAfter(t.Context(), s.id, 0, math.MaxInt32, func(_ league.Mark, m league.Match) {
		ids = append(ids, m.Pairing().ID(s.id))
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s.matches, ids); diff != "" {
		t.Errorf("matches in the order of playing (-want +got):\n%s", diff)
	}
}

// wantFigures checks that JSON has the figures, and perhaps others.
func (s stoppedTournament) wantFigures(t *testing.T, got map[string]any) {
	t.Helper()
	for _, lack := range lacks(s.figures, got, s.name) {
		t.Error(lack)
	}
}

// lacks returns what decoded JSON lacks of what is wanted. Members may be added, and those
// with a zero value be left out.
func lacks(want, got any, at string) (all []string) {
	switch want := want.(type) {
	case map[string]any:
		got, _ := got.(map[string]any)
		for name, value := range want {
			all = append(all, lacks(value, got[name], at+"."+name)...)
		}
		return all
	case []any:
		got, _ := got.([]any)
		if len(got) != len(want) {
			return []string{fmt.Sprintf("%s: %d elements; want %d", at, len(got), len(want))}
		}
		for i, value := range want {
			all = append(all, lacks(value, got[i], fmt.Sprintf("%s[%d]", at, i))...)
		}
		return all
	case float64: // processors differ in the last digits
		if got, ok := got.(float64); (ok || want == 0) && math.Abs(got-want) <= 1e-9*max(1, math.Abs(want)) {
			return nil
		}
	case string:
		if got == want || got == nil && want == "" {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s: %v; want %v", at, got, want)}
}

// resume returns the command that resumes the tournament.
func (s stoppedTournament) resume(program, dir, db string, more ...string) *exec.Cmd {
	args := slices.Concat(s.command, []string{"--db", db, "--json", "--concurrency", "1", "--affinity", "off", "--time-first", "0s", "--time-turn", "0s"}, more)
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	return cmd
}

// "Running the same tournament again resumes it", also one that an earlier build has begun:
// with the matches that this build would have played, under the same IDs and in the same
// order, and with its standings and verdicts.
func TestStoppedTournamentsResume(t *testing.T) {
	t.Parallel()
	program := arbiterProgram(t)
	for _, s := range stoppedTournaments(t) {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			dir, db := unpackStopped(t)
			var said bytes.Buffer
			cmd := s.resume(program, dir, db)
			cmd.Stderr = &said
			out, err := cmd.Output()
			var exit *exec.ExitError
			if errors.As(err, &exit) && s.isCheck() && (exit.ExitCode() == output.ExitRefused || exit.ExitCode() == output.ExitUndecided) {
				err = nil
			}
			if err != nil {
				t.Fatalf("%v\n%s", err, said.Bytes())
			}
			figures := object(t, string(out))
			if !s.isCheck() {
				figures["lines"] = figures["standings"].(map[string]any)["lines"]
			}
			s.wantFigures(t, figures)
			s.wantMatches(t, db)
		})
	}
}

// A server resumes them with the same matches, in the same order within each tournament,
// although it plays all of them in turn.
func TestStoppedTournamentsResumeOnServer(t *testing.T) {
	t.Parallel()
	dir, path := unpackStopped(t)
	all := stoppedTournaments(t)
	db, err := sqlite.Open(t.Context(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if err := db.SetTournamentState(t.Context(), s.id, league.Running, "", league.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(arbiterProgram(t), "serve", "--addr", "127.0.0.1:0", "--db", path, "--affinity", "off", "--concurrency", "1")
	cmd.Dir = dir
	server := startCommand(t, cmd)
	for _, s := range all {
		s.wantFigures(t, s.onServer(t, server))
	}
	server.stop(t, path)
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) { s.wantMatches(t, path) })
	}
}

// onServer waits until a server has played the tournament, and returns its figures under
// the names that the command line gives them.
func (s stoppedTournament) onServer(t *testing.T, server *serveProcess) map[string]any {
	t.Helper()
	id := url.PathEscape(s.id)
	var status map[string]any
	refereetest.AwaitProgress(t, s.name+" is played", func() (int, bool) {
		status = object(t, server.get(t, "/api/tournaments/"+id))
		if status["state"] == "failed" {
			t.Fatalf("%s: %v", s.name, status)
		}
		played, _ := status["played"].(float64)
		return int(played), status["state"] == "done"
	})
	if !s.isCheck() {
		figures := object(t, server.get(t, "/api/tournaments/"+id+"/standings"))
		figures["void"], figures["left_out"] = status["void"], status["left_out"]
		return figures
	}
	c := object(t, server.get(t, "/api/checks/"+id))
	figures := c["found"].(map[string]any)
	figures["starts"], figures["void"] = figures["trials"], status["void"]
	figures["llr"] = figures["test"].(map[string]any)["llr"]
	return figures
}

// "run --left-out plays such pairings of a round robin or a gauntlet once more": one was
// left out of the round robin, and stays so without the flag. Formats that went on by what
// was left out refuse.
func TestLeftOutIsPlayed(t *testing.T) {
	t.Parallel()
	program := arbiterProgram(t)
	for _, s := range stoppedTournaments(t) {
		switch s.name {
		case "round-robin":
			dir, db := unpackStopped(t)
			out, err := s.resume(program, dir, db, "--left-out").Output()
			if err != nil {
				t.Fatal(err)
			}
			got := object(t, string(out))
			if left, ok := got["left_out"]; ok || got["void"] != s.figures["void"] {
				t.Errorf("left out %v, void %v; want none, and %v as before", left, got["void"], s.figures["void"])
			}
			for _, line := range got["standings"].(map[string]any)["lines"].([]any) {
				if n := line.(map[string]any)["matches"]; n != 10.0 {
					t.Errorf("%v matches of %v; want each of the 10 seeds", n, line)
				}
			}
		case "swiss":
			dir, db := unpackStopped(t)
			out, err := s.resume(program, dir, db, "--left-out").CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--left-out: a swiss chose its later pairings") {
				t.Errorf("%v\n%s", err, out)
			}
		}
	}
}
