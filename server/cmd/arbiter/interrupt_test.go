package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"arbiter/referee/refereetest"
)

// "Interrupted (Ctrl-C, SIGTERM) is 130 in all verbs, after the usual message."
func TestInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	// The file ready says that a bot is being built, or plays.
	write := func(name, build, run string) string {
		folder := filepath.Join(dir, name)
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		text := "run = \"sh -c '" + run + "'\"\n"
		if build != "" {
			text += "build = \"sh -c '" + build + "'\"\n"
		}
		if err := os.WriteFile(filepath.Join(folder, "bot.toml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return folder
	}
	ready := filepath.Join(dir, "ready")
	building := write("building", "touch "+ready+"; exec sleep 600", "exec cat")
	silent := write("silent", "", "touch "+ready+"; exec sleep 600")
	// A tournament finishes the matches that are being played, so these are short.
	// Bots are started once to try them: one plays when it has read its input.
	playing := write("playing", "", "while read line; do touch "+ready+"; sleep 0.05; echo WAIT; done")
	other := write("other", "", "while read line; do echo WAIT; done")
	for _, commit := range []string{"one", "two"} {
		if err := os.WriteFile(filepath.Join(building, "change"), []byte(commit), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"init", "--quiet"}, {"add", "building"}, {"commit", "--quiet", "--message", commit}} {
			git := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b"}, args...)...)
			git.Dir = dir
			if out, err := git.CombinedOutput(); err != nil {
				t.Fatalf("git %v: %v: %s", args, err, out)
			}
		}
	}
	limits := []string{"--time-first", "0s", "--time-turn", "0s"}
	for _, tt := range []struct {
		name, message string
		signal        syscall.Signal
		args          []string
	}{
		{"a check that builds", "interrupted", syscall.SIGINT, []string{"check", "keeper", "--baseline", "builtin:keeper/wait", "--candidate", building}},
		{"a check that plays", "Run the same command to resume", syscall.SIGTERM, append([]string{"check", "keeper", "--baseline", other, "--candidate", playing, "--concurrency", "1"}, limits...)},
		{"a tournament", "Run the same command to resume", syscall.SIGTERM, append([]string{"run", "--game", "keeper", "-b", other, "-b", playing, "--seeds", "1..500", "--concurrency", "1"}, limits...)},
		{"a search that builds", "Interrupted; run the same command to resume", syscall.SIGINT, []string{"bisect", "keeper", "--good", "HEAD~1", "--path", "building"}},
		{"a history that builds", "Interrupted; run the same command to resume", syscall.SIGINT, []string{"history", "keeper", "HEAD~1..", "--path", "building"}},
		{"a match", "interrupted", syscall.SIGINT, append([]string{"play", "keeper", silent}, limits...)},
		{"an examination", "interrupted", syscall.SIGTERM, []string{"doctor", "keeper", building}},
		{"an examination that plays", "interrupted", syscall.SIGINT, append([]string{"doctor", "keeper", playing}, limits...)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			os.Remove(ready)
			tt.args = append(tt.args, "--isolation", "off") // the file is none that a bot in a box may write
			if tt.args[0] == "check" || tt.args[0] == "run" {
				tt.args = append(tt.args, "--db", filepath.Join(t.TempDir(), "t.db"))
			}
			cmd := arbiterCommand(t, tt.args...)
			cmd.Dir = dir
			var said bytes.Buffer
			cmd.Stdout, cmd.Stderr = &said, &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			refereetest.Await(t, "the start of the bot", func() bool {
				select {
				case err := <-ended:
					t.Fatalf("the bot never started: %v: %s", err, &said)
				default:
				}
				_, err := os.Stat(ready)
				return err == nil
			})
			if err := cmd.Process.Signal(tt.signal); err != nil {
				t.Fatal(err)
			}
			var exit *exec.ExitError
			if err := <-ended; !errors.As(err, &exit) || exit.ExitCode() != 130 || !strings.Contains(said.String(), tt.message) {
				t.Errorf("ended with %v; want exit code 130 and %q: %s", err, tt.message, &said)
			}
		})
	}
}
