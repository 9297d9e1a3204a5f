//go:build linux && cgo

package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/view"
)

// An ordinary user's roots follow the same rules.
func TestOrdinaryUsersRoots(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("an ordinary user runs this: the other tests of roots have run as one") // this one only runs them again, in a user namespace
	}
	c := exec.Command(os.Args[0], "-test.run=^TestRoot", "-test.v")
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 1, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 1, HostID: os.Getgid(), Size: 1}},
	}
	out, err := c.CombinedOutput()
	if errors.Is(err, unix.EPERM) || errors.Is(err, unix.ENOSPC) {
		t.Skip(err) // no user namespaces here, and so no other user to be
	}
	if err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}

// rooted returns a sandbox whose boxes have roots.
func rooted(t *testing.T, settings Settings) *Sandbox {
	t.Helper()
	s, err := Open(settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if !s.report.On("files") || !s.report.On("processes") {
		t.Skip(s.report.Missing()) // what there is instead TestAutoDegradesAndStrictRefuses tells
	}
	return s
}

// A visit is a program in a box.
type visit struct {
	*Process
	stdin  *os.File // it ends when that is closed
	stdout *os.File
}

// enter starts a shell that runs a script and then waits. To the sandbox all
// scripts are the same command.
func enter(t *testing.T, s *Sandbox, script string, bind ...string) visit {
	t.Helper()
	stdin, ours, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Start(Command{
		Program: "/bin/sh", Args: []string{"sh", "-c", `eval "$SCRIPT"; read _`}, Env: []string{"PATH=/usr/bin:/bin", "SCRIPT=" + script},
		Dir: "/", Show: folders(t, s, bind), Files: [3]int{int(stdin.Fd()), int(theirs.Fd()), int(theirs.Fd())},
	})
	if err = errors.Join(err, stdin.Close(), theirs.Close()); err != nil {
		t.Fatal(err)
	}
	return visit{p, ours, stdout}
}

// folders returns folders to show.
func folders(t *testing.T, s *Sandbox, paths []string) (all []view.Folder) {
	t.Helper()
	for _, path := range paths {
		folder, err := s.view.Folder(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, folder)
	}
	return all
}

// leave ends the program, and returns what it has said.
func (v visit) leave(t *testing.T) string {
	t.Helper()
	v.stdin.Close()
	_, waited := unix.Wait4(v.Pid(), nil, 0, nil)
	_, closed := v.Close(ample)
	said, err := io.ReadAll(v.stdout)
	if err = errors.Join(err, waited, closed, v.stdout.Close()); err != nil {
		t.Fatal(err)
	}
	return string(said)
}

// A root is used again by the next box of its command, but never by two boxes at
// the same time.
func TestRootIsForOneBoxAtATime(t *testing.T) {
	s := rooted(t, Settings{})
	first, second := enter(t, s, ""), enter(t, s, "")
	roots := []*root{first.root, second.root}
	if roots[0] == roots[1] || roots[0].init == roots[1].init {
		t.Fatal("two boxes have one root")
	}
	if os.Getuid() == 0 && roots[0].user == roots[1].user {
		t.Errorf("two boxes have user %d", roots[0].user)
	}
	first.leave(t)
	third := enter(t, s, "")
	if third.root != roots[0] {
		t.Error("the root was not used again")
	}
	third.leave(t)
	second.leave(t)
	if n := len(s.idle); n != 2 {
		t.Errorf("%d roots are idle; want 2", n)
	}
}

// What a bot leaves is gone before the next match: no file, process, mode or date
// passes from one to the other.
func TestRootIsLeftAsItWas(t *testing.T) {
	s := rooted(t, Settings{})
	const traces = `cd $TMPDIR; ls -A; stat -c '%a %s %h' .; stat -c %Y . | grep 978; cat /proc/[0-9]*/comm | grep -c sleep; wc -l < /proc/self/net/unix; echo $$; sh -c 'echo $$'`
	untouched := enter(t, s, traces).leave(t)
	if n := len(s.idle); n != 1 {
		t.Fatalf("%d roots are idle after a bot that left nothing; want 1", n)
	}
	const python = "/usr/bin/python3"
	// A socket that is sent through itself.
	const socket = python + ` -c 'import socket, array; a, b = socket.socketpair(); n = socket.socket(socket.AF_UNIX); n.bind("\0left")
a.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [a.fileno(), b.fileno(), n.fileno()]))])'`
	for _, does := range []string{
		socket, "echo x > $TMPDIR/x", "mkdir $TMPDIR/d", "chmod 755 $TMPDIR", "touch -d @978000000 $TMPDIR",
		"sleep 0.02; echo x > $TMPDIR/x; rm $TMPDIR/x" /* in another tick of the clock */, "sleep 1000 > /dev/null 2>&1 &", "setsid sleep 1000 > /dev/null 2>&1 &",
	} {
		if _, err := os.Stat(python); err != nil && does == socket {
			continue // the only program that can do it
		}
		v := enter(t, s, does+"\necho done")
		init := v.root.init
		if said := v.leave(t); said != "done\n" {
			t.Errorf("%s: %q", does, said)
		}
		// The kernel collects such a socket sooner or later, and then nothing is left.
		err := unix.Kill(init, 0)
		if collected := does == socket && v.root.init > 0 && v.root.deserted(); (err != unix.ESRCH || len(s.idle) > 0) && !collected {
			t.Errorf("%s: the box is still there: %v, %d idle", does, err, len(s.idle))
		}
		if found := enter(t, s, traces).leave(t); found != untouched {
			t.Errorf("after %s the next bot finds\n%s\nwant\n%s", does, found, untouched)
		}
	}
}

// The init has nothing that a bot could change and the next one read: it ignores
// every signal.
func TestRootForgetsSignals(t *testing.T) {
	s := rooted(t, Settings{Policy: Policy{Without: []string{"landlock"}}}) // which would refuse to send them
	first := enter(t, s, "for n in 1 2 10 12 15 17 18 19 34 64; do kill -$n 1 || echo refused $n; done")
	init := first.root.init
	if said := first.leave(t); strings.Contains(said, "refused") {
		t.Fatalf("signals to the init: %s", said)
	}
	for _, line := range strings.Split(enter(t, s, "grep -E '^(SigQ|SigPnd|ShdPnd|SigBlk)' /proc/1/status").leave(t), "\n") {
		name, value, _ := strings.Cut(line, ":\t")
		if strings.Trim(strings.Split(value, "/")[0], "0") != "" {
			t.Errorf("the next bot reads %s %s; want nothing", name, value)
		}
	}
	if now := s.idle[0].init; now != init {
		t.Error("the root was not used again")
	}
}

// A folder that is another one now, and one that has another owner, is bound anew.
func TestRootFollowsItsFolder(t *testing.T) {
	s := rooted(t, Settings{})
	dir := filepath.Join(t.TempDir(), "bot")
	for _, content := range []string{"old", "new"} {
		if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o755), os.WriteFile(filepath.Join(dir, "f"), []byte(content), 0o644)); err != nil {
			t.Fatal(err)
		}
		if found := enter(t, s, "cat "+dir+"/f", dir).leave(t); found != content {
			t.Errorf("the bot reads %q; want %q", found, content)
		}
	}
}

// "Files that do not exist yet included": what is made while a box is there is not
// in it, nor in the next one.
func TestRootHidesWhatComes(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "data", "arbiter.db-wal")
	s := rooted(t, Settings{Settings: view.Settings{Own: []string{secret}}})
	for _, name := range []string{"data/arbiter.db", "data/notes", "bot.py"} {
		if err := errors.Join(os.MkdirAll(filepath.Join(dir, "data"), 0o755), os.WriteFile(filepath.Join(dir, name), []byte(name+"\n"), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	const script = "; cd $DIR; cat bot.py data/notes; cat data/arbiter.db-wal; ls data"
	v := enter(t, s, "DIR="+dir+"; until [ -e $TMPDIR/go ]; do sleep 0.01; done"+script+" 2>&1", dir)
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/root%s/go", v.root.init, v.root.home), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, found := range []string{v.leave(t), enter(t, s, "DIR="+dir+script+" 2>&1", dir).leave(t)} {
		if !strings.Contains(found, "bot.py\ndata/notes\n") || !strings.Contains(found, "No such file") || strings.Contains(found, "secret") {
			t.Errorf("the bot reads %q; want what is beside the journal alone", found)
		}
	}
}

// A root whose init has ended is not used again, and idle ones are not kept
// without bound.
func TestRootsAreDropped(t *testing.T) {
	s := rooted(t, Settings{})
	enter(t, s, "").leave(t)
	unix.Kill(s.idle[0].init, unix.SIGKILL)
	AwaitExit(s.idle[0].init, ample)
	if said := enter(t, s, "echo done").leave(t); said != "done\n" {
		t.Errorf("after the end of an init: %q", said)
	}
	for range mostIdle {
		s.putRoot(&root{scratch: -1, spaces: noSpaces()})
	}
	if n := len(s.idle); n != mostIdle {
		t.Errorf("%d roots are idle; want %d", n, mostIdle)
	}
}

// "Nothing of a bot is left": the init of a reused box does not reveal its age, and /proc
// does not show what the last bot has looked at.
func TestRootTellsNoAge(t *testing.T) {
	s, err := Open(Settings{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if !s.Protections().On("proc") {
		t.Skip("no /proc of its own") // and what it shows is everybody's
	}
	const script = "cat /proc/1/stat /proc/1/status; stat -c %X%Y%Z /proc/version /proc/sys/kernel/osrelease"
	first, err := run(s, script+" 2>&1; true")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(first, "(init)") {
		t.Errorf("a bot reads\n%s", first)
	}
	if len(s.idle) != 1 {
		t.Fatalf("%d boxes wait; want the one that was used", len(s.idle))
	}
	time.Sleep(1100 * time.Millisecond) // the times are in seconds
	second, err := run(s, script+" 2>&1; true")
	if err != nil {
		t.Fatal(err)
	}
	times := func(out string) []string { return strings.Fields(out)[len(strings.Fields(out))-2:] }
	for i, at := range times(second) {
		if at == times(first)[i] {
			t.Errorf("file %d of /proc is as old as the look of the last bot: %s", i, at)
		}
	}
}
