package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// "Only a second Ctrl-C ends the program at once": not what a parent forwards, and no
// signal to a process in the background.
func TestKeyPresses(t *testing.T) {
	start := time.Now()
	for _, tt := range []struct {
		name       string
		foreground bool
		after      []time.Duration // of the first SIGINT
		want       bool            // of the last one
	}{
		{"one", true, []time.Duration{0}, false},
		{"forwarded at once", true, []time.Duration{0, time.Millisecond, samePress - 1}, false},
		{"pressed again", true, []time.Duration{0, samePress}, true},
		{"forwarded, then pressed again", true, []time.Duration{0, time.Millisecond, time.Second}, true},
		{"in the background", false, []time.Duration{0, time.Second, time.Hour}, false},
	} {
		presses, second := keyPresses{foreground: func() bool { return tt.foreground }}, false
		for _, after := range tt.after {
			second = presses.second(start.Add(after))
		}
		if second != tt.want {
			t.Errorf("%s: a second Ctrl-C is %v; want %v", tt.name, second, tt.want)
		}
	}
}

// writeSlowBot writes a bot that plays until a file is there, and says by another file
// that it plays.
func writeSlowBot(t *testing.T, dir string) (bot, ready, enough string) {
	t.Helper()
	bot, ready, enough = filepath.Join(dir, "slow"), filepath.Join(dir, "ready"), filepath.Join(dir, "enough")
	if err := os.Mkdir(bot, 0o755); err != nil {
		t.Fatal(err)
	}
	run := "read line; touch " + ready + "; while [ ! -e " + enough + " ]; do sleep 0.01; done; while echo WAIT && read line; do :; done"
	if err := os.WriteFile(filepath.Join(bot, "bot.toml"), []byte("run = \"sh -c '"+run+"'\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return bot, ready, enough
}

func awaitFile(t *testing.T, path string, ended <-chan error) {
	t.Helper()
	for {
		if _, err := os.Stat(path); err == nil {
			return
		}
		select {
		case err := <-ended:
			t.Fatalf("ended with %v before %s was there", err, path)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// "One SIGTERM or SIGINT ends the run with all reports", however often it comes.
func TestReportsAfterManySignals(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	slow, ready, enough := writeSlowBot(t, dir)
	const table = "t.csv"
	cmd := arbiterCommand(t, "run", "--game", "keeper", "-b", "builtin:keeper/wait", "-b", slow, "--seeds", "1..500", "--concurrency", "1",
		"--time-first", "0s", "--time-turn", "0s", "--json", "--csv", table, "--isolation", "off")
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	awaitFile(t, ready, ended)
	for range 5 {
		for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			time.Sleep(50 * time.Millisecond) // so that the kernel does not take two for one
		}
	}
	if err := os.WriteFile(enough, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := <-ended; !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Errorf("ended with %v; want exit code 130: %s", err, &stderr)
	}
	var result struct{ Tournament string }
	if err := json.Unmarshal(stdout.Bytes(), &result); err != nil || result.Tournament == "" {
		t.Errorf("%v of %q; want the whole result as JSON", err, &stdout)
	}
	text, err := os.ReadFile(filepath.Join(dir, table))
	if err != nil || strings.Count(string(text), "\n") != 3 {
		t.Errorf("%q, %v; want the standings of two bots", text, err)
	}
}

// A verb that reads stdin ends by a signal, too.
func TestSignalEndsReading(t *testing.T) {
	t.Parallel()
	start, err := filepath.Abs("../../../referee/games/heropath/testdata/example.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"play", "heropath", "--test", start, "--score", "-"}, {"db", "import", "-"}} {
		cmd := arbiterCommand(t, args...)
		cmd.Dir = t.TempDir()
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// More than a pipe holds: once it is written, the verb reads.
		if _, err := io.WriteString(in, `{"a": "`+strings.Repeat("a", 1<<20)); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 130 {
			t.Errorf("%v: %v; want exit code 130", args, err)
		}
		in.Close()
	}
}
