package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// asUser returns a command of the arbiter program in a folder, which an ordinary user
// runs.
func asUser(program, dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir)
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}, Pdeathsig: syscall.SIGKILL}
	}
	return cmd
}

// What only reads a database may neither write its file nor its folder. SQLite would make
// files of its own there.
func TestReadOnlyDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program := installArbiter(t, dir)
	for _, args := range [][]string{
		{"run", "--game", "keeper", "-b", "a=builtin:keeper/wait", "-b", "b=builtin:keeper/random", "--seeds", "1..2", "--name", "cup"},
		{"ladder", "keeper", "-b", "a=builtin:keeper/wait", "-b", "b=builtin:keeper/random", "--max-games", "8"},
	} {
		cmd := exec.Command(program, append(args, "--time-factor", "100", "--db", "t.db")...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { // which the ordinary user passes through
		t.Fatal(err)
	}
	list, err := exec.Command(program, "matches", "--tournament", "cup", "--json", "--db", filepath.Join(dir, "t.db")).Output()
	if err != nil {
		t.Fatal(err)
	}
	match := strings.SplitN(strings.SplitN(string(list), `"id":"`, 2)[1], `"`, 2)[0]
	for _, folder := range []os.FileMode{0o777, 0o555} {
		for path, mode := range map[string]os.FileMode{filepath.Join(dir, "t.db"): 0o444, dir: folder} {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
		for _, tt := range []struct {
			want string
			args []string
		}{
			{"round-robin of keeper", []string{"standings", "cup"}},
			{"a@", []string{"standings", "--game", "keeper"}},
			{match[:10], []string{"matches", "--tournament", "cup"}},
			{"turn 1", []string{"replay", match}},
			{"", []string{"replay", "log", match, "--seat", "0"}},
			{"no problems found", []string{"db", "check"}},
			{match, []string{"db", "export"}},
			{"keeper-open", []string{"ladder", "list", "keeper"}},
		} {
			out, err := asUser(program, dir, append(tt.args, "--db", "t.db")...).CombinedOutput()
			if err != nil || !strings.Contains(string(out), tt.want) {
				t.Errorf("folder %v: %v: %v\n%s; want %q", folder, tt.args, err, out, tt.want)
			}
		}
		out, err := asUser(program, dir, "db", "delete-tournament", "cup", "--db", "t.db").CombinedOutput()
		if err == nil || !strings.Contains(string(out), "read-only") {
			t.Errorf("folder %v: %v: %s; want that nothing is written", folder, err, out)
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil { // so that it can be removed
		t.Fatal(err)
	}
}
