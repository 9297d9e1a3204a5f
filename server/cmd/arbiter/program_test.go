package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// arbiterProgram makes the test binary the arbiter command in a folder of its own.
func arbiterProgram(t testing.TB) string {
	t.Helper()
	return installArbiter(t, t.TempDir())
}

// arbiterCommand returns a command of arbiterProgram.
func arbiterCommand(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	return exec.Command(arbiterProgram(t), args...)
}

// installArbiter makes the test binary the arbiter command in a folder, with the
// program of the builtin bots beside it. testscript.Main runs the command that the
// name of the test binary names.
func installArbiter(t testing.TB, dir string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bots, err := botsProgram()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "arbiter")
	link(t, self, program)
	link(t, bots, filepath.Join(dir, filepath.Base(bots)))
	return program
}

// botsProgram builds the program of the builtin bots, once, beside the arbiter
// command of the scripts. It is built as users have it, without -race: bots are
// tested where they are written, and here they start by the thousand.
var botsProgram = sync.OnceValues(func() (string, error) {
	arbiter, err := exec.LookPath("arbiter")
	if err != nil {
		return "", err
	}
	program := filepath.Join(filepath.Dir(arbiter), "arbiter-bot")
	return program, build("arbiter/bots/cmd/arbiter-bot", program)
})

// plainProgram builds the arbiter command, once, with the program of the builtin bots
// beside it.
var plainProgram = sync.OnceValues(func() (string, error) {
	bots, err := botsProgram()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(filepath.Dir(bots), "plain")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	if err := os.Link(bots, filepath.Join(dir, filepath.Base(bots))); err != nil {
		return "", err
	}
	program := filepath.Join(dir, "arbiter")
	return program, build("arbiter/server/cmd/arbiter", program)
})

// build builds a package into a file, without -race, and without what debuggers read, which
// takes most of the time of a link.
func build(pkg, file string) error {
	if out, err := exec.Command("go", "build", "-ldflags=-w", "-o", file, pkg).CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w: %s", pkg, err, out)
	}
	return nil
}

// link gives a file another name, or copies it to another disk.
func link(t testing.TB, file, name string) {
	t.Helper()
	if os.Link(file, name) == nil {
		return
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(name, text, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}
