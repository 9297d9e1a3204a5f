package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbiter/referee/refereetest"
	"arbiter/server/kept/sqlite"
)

// "20 kills with entries in flight: nothing lost, no entry twice." The program that asks
// for an entry is killed now and then as well.
func TestKilledLadderKeepsEntries(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: takes long") // make quick passes -short; make test and CI play it
	}
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.db")
	play := func(more ...string) []string {
		return append([]string{"ladder", "domain", "--db", path, "--time-factor", "1000"}, more...)
	}
	if out, err := arbiterCommand(t, "ladder", "add", "domain", "--db", path, "a=builtin:domain/random", "b=builtin:domain/random?seed=2").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	times := (*kills + 4) / 5  // 1 in make test, 20 in make soak
	asked := map[string]bool{} // names, and whether the entry was confirmed
	for n := range times {
		name := fmt.Sprintf("bot%d", n)
		add := arbiterCommand(t, "ladder", "add", "domain", "--db", path, fmt.Sprintf("%s=builtin:domain/random?seed=%d", name, 10+n))
		if err := add.Start(); err != nil {
			t.Fatal(err)
		}
		if n%4 == 3 {
			time.AfterFunc(time.Duration(n)*20*time.Millisecond, func() { add.Process.Kill() })
		}
		killAt(t, arbiterCommand(t, play()...), path, storedMatches(t, path)+1+n%8)
		asked[name] = add.Wait() == nil
	}
	if out, err := arbiterCommand(t, play("--max-games", fmt.Sprint(8*(times+1)))...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	entered := map[string]int{}
	for _, e := range storedSeries(t, path, "domain-open").Series.Entries {
		entered[e.Key]++
	}
	if entered["a"] != 1 || entered["b"] != 1 {
		t.Errorf("entries %v; want a and b once", entered)
	}
	for name, confirmed := range asked {
		if entered[name] > 1 || confirmed && entered[name] == 0 {
			t.Errorf("%s entered %d times, confirmed %t", name, entered[name], confirmed)
		}
	}
	db, err := sqlite.Open(context.Background(), path, sqlite.Normal)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if left, err := db.LadderRequests(t.Context(), "domain-open"); err != nil || len(left) > 0 {
		t.Errorf("%v, %v are left; want no requests", left, err)
	}
}

// One process plays a ladder: another one would write over its rounds and entries. What
// asks for entries works beside it, and so does another ladder.
func TestLadderIsPlayedByOneProcess(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.db")
	bots := []string{"-b", "builtin:domain/random", "-b", "builtin:domain/random?seed=2"}
	args := append([]string{"ladder", "domain", "--db", path, "--time-factor", "1000"}, bots...)
	cmd := arbiterCommand(t, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	refereetest.Await(t, "a match", func() bool { return storedMatches(t, path) > 0 })
	out, err := arbiterCommand(t, args...).CombinedOutput()
	want := fmt.Sprintf("ladder domain-open is played by another arbiter ladder, process %d", cmd.Process.Pid)
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(string(out), want) {
		t.Errorf("%v: %s; want exit code 2 and %q", err, out, want)
	}
	for _, beside := range [][]string{
		{"ladder", "add", "domain", "--db", path, "builtin:domain/wait"},
		append([]string{"ladder", "domain", "another", "--max-games", "2", "--db", path, "--time-factor", "1000"}, bots...),
	} {
		if out, err := arbiterCommand(t, beside...).CombinedOutput(); err != nil {
			t.Errorf("%v: %v: %s", beside, err, out)
		}
	}
}

// A ladder that watches a folder and a branch tells its news while it plays. Bots
// enter, are gone, or do not build, with the output of the build. Commits are pushed by
// force.
func TestLadderWatches(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: takes long") // make quick passes -short; make test and CI play it
	}
	t.Parallel()
	folder := t.TempDir()
	shell(t, folder, `git init --quiet --initial-branch=main . && git config user.name a && git config user.email a@example.org
mkdir -p bots/mine bots/empty theirs
printf 'name = "mine"\ngames = ["keeper"]\nbuild = "sh build.sh"\nrun = "sh bot.sh"\n' > bots/mine/bot.toml
echo true > bots/mine/build.sh
echo 'while read x y rest; do read n; while [ $n -gt 0 ]; do read entity; n=$((n-1)); done; echo MOVE $x $y; done' > bots/mine/bot.sh
printf 'name = "theirs"\ngames = ["keeper"]\nrun = "sh bot.sh"\n' > theirs/bot.toml
cp bots/mine/bot.sh theirs
mkdir bots/alien && printf 'name = "alien"\ngames = ["domain"]\nrun = "sh bot.sh"\n' > bots/alien/bot.toml
cp bots/mine/bot.sh bots/alien
git add theirs && git commit --quiet -m one`)
	cmd := arbiterCommand(t, "ladder", "keeper", "--watch", "bots", "--watch", "git:main:theirs", "--db", "t.db", "--time-factor", "100")
	cmd.Dir = folder
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	lines := make(chan string, 1000)
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(pipe); scan.Scan(); {
			lines <- scan.Text()
		}
	}()
	said := func(wants ...string) {
		t.Helper()
		var all []string
		for deadline := time.After(refereetest.Hang); len(wants) > 0; {
			select {
			case line, ok := <-lines:
				if !ok {
					t.Fatalf("it ended after %q; want %q", all, wants)
				}
				all = append(all, line)
				for i, want := range wants {
					if strings.Contains(line, want) {
						wants = append(wants[:i], wants[i+1:]...)
						break
					}
				}
			case <-deadline:
				t.Fatalf("it says %q; want %q", all, wants)
			}
		}
	}
	said("mine@", "theirs@", "alien does not enter, nothing plays for it yet") // a bot of another game
	shell(t, folder, `echo '# two' >> bots/mine/bot.sh`)
	said("takes the place of mine@")
	shell(t, folder, `printf 'echo undefined: x >&2\nexit 1\n' > bots/mine/.new && mv bots/mine/.new bots/mine/build.sh`)
	said("undefined: x", "bots/mine does not enter, mine@")
	shell(t, folder, `echo '# two' >> theirs/bot.sh && git commit --quiet -am two`)
	said("takes the place of theirs@")
	shell(t, folder, `git reset --quiet --hard HEAD~1 && git commit --quiet --allow-empty -m another`)
	said("(a force-push); theirs@")
	shell(t, folder, `rm -r bots/mine`)
	said("bots/mine is gone; mine@")
	if err := cmd.Process.Signal(os.Signal(syscall.SIGINT)); err != nil {
		t.Fatal(err)
	}
	said("Run the same command to go on")
}

// A full disk ends a ladder with words, and loses nothing: with room again it goes on.
func TestLadderOnAFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("left by -short to make test: takes long") // make quick passes -short; make test and CI play it
	}
	t.Parallel()
	dir, command, ownDisk := smallDisk(t, arbiterProgram(t))
	path, filler := filepath.Join(dir, "t.db"), filepath.Join(dir, "filler")
	play := []string{"ladder", "domain", "--db", path, "--time-factor", "1000"}
	bots := []string{"-b", "a=builtin:domain/random", "-b", "b=builtin:domain/random?seed=2"}
	if out, err := command(append(append(play, bots...), "--max-games", "8")...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if ownDisk {
		file, err := os.Create(filler)
		if err != nil {
			t.Fatal(err)
		}
		for err == nil { // to the last block
			_, err = file.Write(make([]byte, 4096))
		}
		file.Close()
	}
	out, err := command(play...).CombinedOutput()
	if err == nil || strings.Count(string(out), "the disk is full") != 1 {
		t.Errorf("%v: %s; want an error that says why, once", err, out)
	}
	if !ownDisk {
		return
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if out, err := command(append(play, "--max-games", "8")...).CombinedOutput(); err != nil || !strings.Contains(string(out), "Resuming after") {
		t.Errorf("with room again: %v: %s", err, out)
	}
	storedSeries(t, path, "domain-open")
}
