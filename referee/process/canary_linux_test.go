package process

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
	"arbiter/referee/process/view"
)

// own makes files of ours in the working directory, one of which is named by a link
// and one not there.
func own(t *testing.T) []string {
	t.Helper()
	dir := worldReadable(t)
	t.Chdir(dir)
	for _, name := range []string{"arbiter.db", "tokens", "real/key"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("secret"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("real", "link"); err != nil {
		t.Fatal(err)
	}
	return []string{"arbiter.db", "tokens", "link/key", "arbiter.db-wal"}
}

// reached returns what a canary reaches under a policy.
func reached(t *testing.T, policy string, paths []string) []string {
	t.Helper()
	p, err := sandbox.ParsePolicy(policy)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(worldReadable(t), "canary") // which another user can start without a root of its own
	copyProgram(t, os.Args[0], program)
	box, err := sandbox.Open(sandbox.Settings{Policy: p, Settings: view.Settings{Own: paths, Programs: []string{program}}})
	if err != nil {
		t.Skip(err) // strict on a machine without all protections
	}
	t.Cleanup(func() { box.Close() })
	found, err := Canary{Isolation: box, Command: []string{program, canaryWord}}.Reached(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// "A canary in a bot's box tries to open each of these, the home, /run, sockets and
// loopback": it reaches nothing with all protections, and says what it reaches when
// one is left out, or it would show nothing.
func TestBoxCanary(t *testing.T) {
	paths := own(t)
	if found := reached(t, "strict", paths); len(found) > 0 {
		t.Errorf("it reaches %q; want nothing", found)
	}
	for policy, want := range map[string][]string{
		"auto,-files,-landlock":             {"/run"},
		"auto,-files,-landlock,-syscalls":   {"/run", "a Unix socket"},
		"auto,-network,-syscalls,-landlock": {"a service on 127.0.0.1", "an abstract Unix socket"},
	} {
		found := strings.Join(reached(t, policy, paths), "\n")
		for _, name := range want {
			if !strings.Contains(found, name) {
				t.Errorf("%s: it reaches %q; want %s, too", policy, found, name)
			}
		}
	}
	if os.Getuid() == 0 { // an ordinary user's bot may be kept from them by their modes
		found := reached(t, "auto,-files,-landlock,-user", paths)
		for _, path := range paths[:3] {
			full, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(found, full) {
				t.Errorf("it reaches %q; want %s, too", found, full)
			}
		}
	}
}

// Where only landlock keeps files apart, it keeps ours apart, too.
func TestBoxCanaryUnderLandlockAlone(t *testing.T) {
	paths := own(t)
	for _, found := range reached(t, "auto,-files", paths) {
		if strings.HasPrefix(found, "/tmp") || strings.Contains(found, "Unix socket in") {
			t.Errorf("it reaches %s", found)
		}
	}
}

// "Nothing is left", also of canaries that were killed.
func TestCanaryFoldersGo(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	old, young := filepath.Join(temporary, canaryPrefix+"1"), filepath.Join(temporary, canaryPrefix+"2")
	for _, dir := range []string{old, young} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	hour := time.Now().Add(-time.Hour)
	if err := os.Chtimes(old, hour, hour); err != nil {
		t.Fatal(err)
	}
	used, remove, err := canaryPlace()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(used, hour, hour); err != nil {
		t.Fatal(err)
	}
	other, removeOther, err := canaryPlace()
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{old: false, young: true, used: true, other: true} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s is there: %t; want %t", path, err == nil, want)
		}
	}
	if err := errors.Join(remove(), removeOther()); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(temporary); len(left) != 1 {
		t.Errorf("left: %v; want the young one alone", left)
	}
}

// A file that may be executed, on a file system that lets nobody, is told as that.
func TestNoexec(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root mounts") // TestMistakes has what a user sees
	}
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOEXEC, "mode=0755"); err != nil {
		t.Skip(err)
	}
	defer unix.Unmount(dir, unix.MNT_DETACH)
	if err := os.WriteFile(filepath.Join(dir, "bot"), []byte("#!/bin/sh\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, table := range []*Table{{}, boxed(t)} {
		_, err := table.Start(Spec{Name: "bot", Dir: dir, Command: []string{"./bot"}})
		if err == nil || !strings.Contains(err.Error(), "mounted noexec") || strings.Contains(err.Error(), "chmod +x") {
			t.Errorf("%v; want the mount named", err)
		}
	}
}
