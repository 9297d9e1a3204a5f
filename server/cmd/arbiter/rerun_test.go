package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"arbiter/referee/refereetest"
)

// A shared buffer is written by a program while a test reads it.
type sharedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *sharedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *sharedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

// "Play again each time a file of a bot is saved, from the same start, and print what
// changed."
func TestPlayRerun(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "mine")
	save := func(act string) {
		t.Helper()
		for name, text := range map[string]string{"bot.toml": `run = "sh bot.sh"`, "bot.sh": "while read line; do " + act + "; done"} {
			if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
	}
	save("echo WAIT")
	cmd := arbiterCommand(t, "play", "keeper", folder, "--rerun", "--time-factor", "100")
	var out sharedBuffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	watching := func(times int) {
		t.Helper()
		refereetest.Await(t, "a match", func() bool { return strings.Count(out.String(), "watching "+folder) == times })
	}
	watching(1)
	save("echo MOVE 0 0")
	watching(2)
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	watching(3)
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Errorf("ended with %v; want exit code 130", err)
	}
	for _, want := range []string{"First difference in turn 1: mine answered MOVE 0 0, before WAIT.", "no such file or folder"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %s", want, &out)
		}
	}
	for _, args := range [][]string{{"--human"}, {"--json"}, {"--score", "-"}} {
		args = append([]string{"play", "keeper", "builtin:keeper/wait", "--rerun"}, args...)
		if err := arbiterCommand(t, args...).Run(); !errors.As(err, &exit) || exit.ExitCode() != 2 {
			t.Errorf("%v: %v; want exit code 2", args, err)
		}
	}
}
