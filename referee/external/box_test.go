package external_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee"
	"arbiter/referee/external"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/refereetest"
)

// boxed opens a game whose referee misbehaves, with the program in its folder.
func boxed(t *testing.T, box *sandbox.Sandbox, how string, lines ...string) (g *external.Game, program string) {
	t.Helper()
	text, err := os.ReadFile(misbehave(t))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program = filepath.Join(dir, "misbehave")
	if err := os.WriteFile(program, text, 0o755); err != nil {
		t.Fatal(err)
	}
	file := strings.Join(append([]string{`name = "broken"`, `run = ["./misbehave", "` + how + `"]`}, lines...), "\n")
	if err := os.WriteFile(filepath.Join(dir, external.GameFile), []byte(file), 0o644); err != nil {
		t.Fatal(err)
	}
	if g, err = external.Open(dir, box); err != nil {
		t.Fatal(err)
	}
	return g, program
}

// "The referee ... runs in a box without network where bots do", with limits of its own.
func TestBox(t *testing.T) {
	box, err := sandbox.Open(sandbox.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	for _, tt := range []struct{ protection, how, line, want string }{
		{"network", "dial " + listener.Addr().String() + " in a turn", "", "it exited with status 7"},
		{"memory", "memory in a turn", "memory = 128", "ended before the scores"},
		{"threads", "bomb in a turn", "processes = 16\nthreads = 16", "the scores"},
	} {
		if !box.Protections().On(tt.protection) {
			t.Logf("left out: no protection %s here", tt.protection)
			continue
		}
		g, program := boxed(t, box, tt.how, "deadline = 5", tt.line)
		_, _, err := record(t, g, referee.Setup{}, names("1"), names("2"))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v; want %q", tt.how, err, tt.want)
		}
		if left := running(t, program); left > 0 {
			t.Errorf("%s: %d processes are left", tt.how, left)
		}
	}
}

// ownerVariable has the folder of a game. A process with it begins a match and waits.
const ownerVariable = "EXTERNAL_TEST_OWNER"

// "A referee is killed with its owner", in a box and without one.
func TestKilledWithItsOwner(t *testing.T) {
	if dir := os.Getenv(ownerVariable); dir != "" {
		own(t, dir)
		return
	}
	for _, isolation := range []string{"off", "box"} {
		_, program := boxed(t, nil, "hang in a turn")
		owner := exec.Command(os.Args[0], "-test.run", "^TestKilledWithItsOwner$")
		owner.Env = append(os.Environ(), ownerVariable+"="+filepath.Dir(program), "ISOLATION="+isolation)
		if err := owner.Start(); err != nil {
			t.Fatal(err)
		}
		refereetest.Await(t, "the referee", func() bool { return running(t, program) > 0 })
		if err := owner.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = owner.Wait() // it was killed
		refereetest.Await(t, "the end of the referee", func() bool { return running(t, program) == 0 })
	}
}

// own begins a match of a game, whose referee hangs.
func own(t *testing.T, dir string) {
	var box *sandbox.Sandbox
	if os.Getenv("ISOLATION") == "box" {
		var err error
		if box, err = sandbox.Open(sandbox.Settings{}); err != nil {
			t.Fatal(err)
		}
	}
	g, err := external.Open(dir, box)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = record(t, g, referee.Setup{}, names("1"), names("2"))
	t.Fatalf("the match ended: %v", err)
}
