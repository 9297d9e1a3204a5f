package process

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee"
)

// ample is a limit that no bot of these tests needs, however loaded the
// machine is.
const ample = time.Minute

// bot returns the spec of one of the test binary's bots.
func bot(t *testing.T, name string) Spec {
	t.Helper()
	if bots()[name] == nil {
		t.Fatalf("no bot %q", name)
	}
	return Spec{Name: name, Command: []string{os.Args[0]}, Env: []string{botVariable + "=" + name}}
}

// sit starts a bot at the table. When the test ends, the bot is closed and must leave
// no process, descriptor or goroutine.
func sit(t *testing.T, table *Table, name string) *Player {
	t.Helper()
	descriptors, goroutines := openDescriptors(t), runtime.NumGoroutine()
	if table.Isolation == nil {
		table.Isolation = isolation
	}
	p, err := table.Start(bot(t, name))
	if err != nil {
		t.Fatal(err)
	}
	pid := p.pid
	t.Cleanup(func() {
		if _, err := p.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		wantReaped(t, pid)
		// A sandbox keeps a few for all bots to come.
		if n := openDescriptors(t); n > descriptors && table.Isolation == nil {
			t.Errorf("%d descriptors are open; %d were before", n, descriptors)
		}
		wantGoroutines(t, goroutines)
	})
	return p
}

// wantGoroutines checks that no more than so many goroutines run. One that has done
// its work may take a moment to end.
func wantGoroutines(t *testing.T, most int) {
	t.Helper()
	if !eventually(func() bool { return runtime.NumGoroutine() <= most }) {
		t.Errorf("%d goroutines run; %d did before", runtime.NumGoroutine(), most)
	}
}

// eventually waits until something is so, and reports whether it is: on a busy
// machine that may take long.
func eventually(done func() bool) bool {
	for end := time.Now().Add(ample); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// unboxed lets the bots of a test run without boxes: in one they have other
// numbers, and nobody escapes.
func unboxed(t *testing.T) {
	t.Helper()
	before := isolation
	isolation = nil
	t.Cleanup(func() { isolation = before })
}

// wantReaped checks that our child was waited for and nobody of its group is left. Then
// another process may have its number: the kernel gives it out again when the group is
// empty, not before.
func wantReaped(t *testing.T, child int) {
	t.Helper()
	if _, err := unix.Wait4(child, nil, unix.WNOHANG, nil); !errors.Is(err, unix.ECHILD) {
		t.Errorf("process %d was not waited for: %v", child, err)
	}
	if unix.Kill(child, 0) != nil {
		wantGone(t, -child)
	}
}

// wantGone checks that the process, or the group of a negative number, ends.
// What was killed but is not our child may take a moment.
func wantGone(t *testing.T, pid int) {
	t.Helper()
	if !eventually(func() bool { return errors.Is(unix.Kill(pid, 0), unix.ESRCH) || onlyZombies(pid) }) {
		t.Errorf("process %d is still there", pid)
	}
}

// onlyZombies reports whether the process, or all of the group of a negative
// number, has ended and only its parent has not noticed yet.
func onlyZombies(pid int) bool {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		return false // no /proc here
	}
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it ended meanwhile
		}
		number, rest, _ := strings.Cut(string(text), " ")
		_, rest, _ = strings.Cut(rest, ") ")
		var state string
		var parent, group int
		if _, err := fmt.Sscan(rest, &state, &parent, &group); err != nil {
			continue
		}
		if (number == strconv.Itoa(pid) || group == -pid) && state != "Z" && state != "X" {
			return false
		}
	}
	return true
}

// openDescriptors counts what this process has open, 0 where it cannot tell.
func openDescriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}

// await waits until something is there to read.
func await(t *testing.T, p pipe) {
	t.Helper()
	for {
		fds := []unix.PollFd{p.pollFor(unix.POLLIN)}
		if err := poll(fds, ample); err != nil {
			t.Fatal(err)
		}
		if fds[0].Revents != 0 {
			return
		}
	}
}

// ask plays one turn of one player.
func ask(t *testing.T, p *Player, a referee.Ask) referee.Reply {
	t.Helper()
	if a.Limit == 0 {
		a.Limit = ample
	}
	p.Ask(a)
	reply, err := p.Reply(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// tryReply is Reply of a bot that the machine may fail to run: the error is nil
// or says why the match is void.
func tryReply(t *testing.T, p *Player) (referee.Reply, error) {
	t.Helper()
	r, err := p.Reply(t.Context())
	var void interface{ Void() bool }
	if err != nil && !(errors.As(err, &void) && void.Void()) {
		t.Fatal(err)
	}
	return r, err
}

// play lets a bot play up to the asked turn and returns that one's reply. As
// often as the machine does not run the bot in time another one plays.
func play(t *testing.T, name string, a referee.Ask) (*Player, referee.Reply) {
	t.Helper()
	return playBy(t, func() *Player { return sit(t, new(Table), name) }, a)
}

// playBy is play with bots that start returns.
func playBy(t *testing.T, start func() *Player, a referee.Ask) (*Player, referee.Reply) {
	t.Helper()
	for range 100 {
		p := start()
		for turn := 1; turn < a.Turn; turn++ {
			if reply := ask(t, p, line(turn)); reply.Fault != nil {
				t.Fatalf("fault: %v", reply.Fault)
			}
		}
		p.Ask(a)
		if r, void := tryReply(t, p); void == nil {
			return p, r
		}
	}
	t.Fatalf("a hundred times the machine is said not to have run the bot within %v", a.Limit)
	return nil, referee.Reply{}
}

// playShort is play of a bot that computes as long as it is let, with whatever limit.
// Beside many others it gets a CPU for a few milliseconds at a time: it has not waited
// for most of a limit that is as short, and is to blame.
func playShort(t *testing.T, name string, a referee.Ask) (*Player, referee.Reply) {
	t.Helper()
	for longest := a.Limit; ; a.Limit = max(a.Limit/2, min(longest, 2*time.Millisecond)) {
		p := sit(t, new(Table), name)
		for turn := 1; turn < a.Turn; turn++ {
			if reply := ask(t, p, line(turn)); reply.Fault != nil {
				t.Fatalf("fault: %v", reply.Fault)
			}
		}
		p.Ask(a)
		if r, void := tryReply(t, p); void == nil {
			return p, r
		}
	}
}

// burning asks for an answer that takes so much processor time.
func burning(turn int, time string, limit time.Duration, c referee.Clock) referee.Ask {
	return referee.Ask{Turn: turn, Seat: 1, Input: []byte(time + "\n"), Lines: 1, Limit: limit, Clock: c}
}

// line asks for one line in the given turn.
func line(turn int) referee.Ask {
	return referee.Ask{Turn: turn, Input: []byte("MOVE 1 2\n"), Lines: 1}
}

// wantLines checks that the reply is an answer.
func wantLines(t *testing.T, reply referee.Reply, want ...string) {
	t.Helper()
	if reply.Fault != nil {
		t.Fatalf("fault: %v", reply.Fault)
	}
	if got := strings.Join(reply.Lines, "|"); got != strings.Join(want, "|") || len(reply.Lines) != len(want) {
		t.Fatalf("answer %q; want %q", reply.Lines, want)
	}
}
