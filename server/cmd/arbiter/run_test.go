package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/server/cmd/arbiter/output"
	"arbiter/server/kept/sqlite"
	"arbiter/server/league"
)

// "Exit codes: 0 success, whatever the result of a match; 1 the machine failed, a
// replay differs, or what was examined has errors; 2 invalid usage."
func TestExitCodes(t *testing.T) {
	for _, tt := range []struct {
		args string
		want int
	}{
		{"games", output.ExitDone},
		{"version", output.ExitDone},
		{"play --help", output.ExitDone},
		{"", output.ExitDone},
		{"play chess bot", output.ExitUsage},
		{"play keeper", output.ExitUsage},
		{"play keeper builtin:keeper/nosuch", output.ExitUsage},
		{"play keeper builtin:keeper/wait --nosuch", output.ExitUsage},
		{"play keeper builtin:keeper/wait --delay=soon", output.ExitUsage},
		{"nosuch", output.ExitUsage},
		{"bot keeper/wait?nosuch=1", output.ExitUsage},
		{"bot keeper/wait", output.ExitDone},
		{"bot", output.ExitUsage},
	} {
		t.Run(tt.args, func(t *testing.T) {
			var out, err bytes.Buffer
			got := run(strings.Fields(tt.args), output.NewStreams(strings.NewReader(""), &out, &err, ""))
			if got != tt.want {
				t.Errorf("exit code %d; want %d\n%s%s", got, tt.want, out.Bytes(), err.Bytes())
			}
			if (err.Len() > 0) != (tt.want != output.ExitDone) {
				t.Errorf("stderr %q with exit code %d", err.Bytes(), got)
			}
		})
	}
}

// A tournament or check that the command line has finished is also done for a
// server on the same database.
func TestServerKnowsWhatIsDone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.db")
	for _, args := range [][]string{
		{"run", "--name", "cup", "--game", "domain", "-b", "builtin:domain/random", "-b", "builtin:domain/wait", "--seeds", "1..2"},
		{"run", "--name", "cup", "--game", "domain", "-b", "builtin:domain/random", "-b", "builtin:domain/wait", "--seeds", "1..3"},
		{"check", "domain", "--baseline", "builtin:domain/wait", "--candidate", "builtin:domain/greedy", "--elo0", "-100"},
	} {
		if text, err := arbiterCommand(t, append(args, "--time-factor", "100", "--db", path)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, text)
		}
	}
	db, err := sqlite.Open(t.Context(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	checks, err := db.Checks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"cup", only(t, checks)} {
		if r, err := db.TournamentStatus(t.Context(), id); err != nil || r.State != league.Done {
			t.Errorf("%s is %s, %v; want done", id, r.State, err)
		}
	}
}

// A check that is decided by matches played before is done, too. The state here is left
// by a process that ended before it could say so.
func TestResumedVerdictIsDone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.db")
	args := []string{"check", "domain", "--baseline", "builtin:domain/wait", "--candidate", "builtin:domain/greedy", "--elo0", "-100", "--time-factor", "100", "--db", path}
	for range 2 {
		if text, err := arbiterCommand(t, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, text)
		}
		db, err := sqlite.Open(t.Context(), path, sqlite.Normal)
		if err != nil {
			t.Fatal(err)
		}
		checks, err := db.Checks(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		id := only(t, checks)
		if r, err := db.TournamentStatus(t.Context(), id); err != nil || r.State != league.Done {
			t.Errorf("%s is %s, %v; want done", id, r.State, err)
		}
		if err := db.SetTournamentState(t.Context(), id, league.Idle, "", league.Now()); err != nil {
			t.Fatal(err)
		}
		db.Close()
	}
}

// "Reports are opened first": a report that has no place ends a verb before anything is
// played, with the flag in its error; a verdict that was reached is printed and has
// its exit code though its report cannot be written.
func TestReportsAreOpenedFirst(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	db := filepath.Join(folder, "t.db")
	for _, args := range [][]string{
		{"check", "domain", "--baseline", "builtin:domain/wait", "--candidate", "builtin:domain/greedy", "--junit", filepath.Join(folder, "none", "j.xml")},
		{"check", "domain", "--baseline", "builtin:domain/wait", "--candidate", "builtin:domain/greedy", "--markdown", folder},
		{"run", "--game", "domain", "-b", "builtin:domain/random", "-b", "builtin:domain/wait", "--seeds", "1..2", "--csv", filepath.Join(folder, "none", "t.csv")},
	} {
		text, err := arbiterCommand(t, append(args, "--db", db)...).CombinedOutput()
		flag, path := args[len(args)-2], args[len(args)-1]
		if code := exitOf(err); code != output.ExitUsage || !strings.Contains(string(text), flag+" "+path+": ") {
			t.Errorf("%v: exit code %d, %s; want 2 and the flag with its path", args, code, text)
		}
	}
	if _, err := os.Stat(db); err == nil {
		t.Error("something was played")
	}

	reports := filepath.Join(folder, "reports")
	if err := os.Mkdir(reports, 0o755); err != nil {
		t.Fatal(err)
	}
	// The candidate is a program that takes the folder away.
	bot := filepath.Join(folder, "bot")
	if err := os.WriteFile(bot, []byte("#!/bin/sh\nrm -r "+reports+"\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := arbiterCommand(t, "check", "domain", "--baseline", "builtin:domain/wait", "--candidate", bot, "--isolation", "off", "--db", db, "--junit", filepath.Join(reports, "j.xml"))
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if code := exitOf(cmd.Run()); code != output.ExitRefused || !strings.Contains(out.String(), "weaker") || !strings.Contains(log.String(), "--junit: the report was not written: ") {
		t.Errorf("exit code %d, %s, %s; want the verdict, its exit code, and what became of the report", code, &out, &log)
	}

	good := filepath.Join(folder, "good.xml")
	for range 2 { // a file that is there is replaced
		text, err := arbiterCommand(t, "check", "domain", "--baseline", "builtin:domain/wait", "--candidate", "builtin:domain/greedy", "--db", db, "--junit", good, "--markdown", "/dev/null").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	if text, err := os.ReadFile(good); err != nil || !strings.HasSuffix(string(text), "</testsuite>\n") {
		t.Errorf("report %s, %v", text, err)
	}
	left, err := filepath.Glob(filepath.Join(folder, ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%v, %v is left; want no temporary file", left, err)
	}
}

// exitOf returns the exit code of a command that has ended.
func exitOf(err error) int {
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return failed.ExitCode()
	}
	return output.ExitDone
}

// only returns the key of a map that has one.
func only[V any](t *testing.T, m map[string]V) string {
	t.Helper()
	if len(m) != 1 {
		t.Fatalf("%d in %v; want 1", len(m), m)
	}
	for key := range m {
		return key
	}
	return ""
}

// "arbiter run beside a server or another run on the same file stays possible and
// starts nothing of theirs": a server and three runs, two of them of one tournament,
// play at the same time, each match is kept once, and what nobody has started stays
// as it is.
func TestRunsAndServerShareAFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.db")
	server := startServing(t, arbiterProgram(t), path)
	for _, name := range []string{"t", "waiting"} {
		server.post(t, "/api/tournaments", `{"name": "`+name+`", "game": "domain", "bots": ["builtin:domain/random", "builtin:domain/wait"], "seeds": "1..20", "turn_ms": 0, "first_ms": 0}`, 200)
	}
	server.post(t, "/api/tournaments/t/start", "", 200)
	var runs []*exec.Cmd
	for _, name := range []string{"one", "two", "two"} {
		cmd := arbiterCommand(t, "run", "--game", "domain", "-b", "builtin:domain/random", "-b", "builtin:domain/wait", "--seeds", "1..20",
			"--time-factor", "1000", "--affinity", "off", "--db", path, "--name", name)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, cmd)
	}
	for _, cmd := range runs {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", cmd.Args, err)
		}
	}
	server.untilDone(t)
	db := server.stop(t, path)
	for name, want := range map[string]int{"t": 40, "one": 40, "two": 40, "waiting": 0} {
		played, err := db.PlayedIDs(t.Context(), name)
		status, failed := db.TournamentStatus(t.Context(), name)
		if err != nil || failed != nil || len(played) != want {
			t.Errorf("%s: %d matches, %v, %v; want %d", name, len(played), err, failed, want)
		}
		if state := map[bool]league.TournamentState{true: league.Done, false: league.Idle}[want > 0]; status.State != state {
			t.Errorf("%s is %s; want %s", name, status.State, state)
		}
	}
	checkPlayed(t, db, 40)
}
