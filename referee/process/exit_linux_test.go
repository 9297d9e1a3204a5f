package process

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee"
	"arbiter/referee/process/sandbox"
)

// "A detached child that traces the bot keeps its zombie": the tracer is killed,
// though it left the group and bears no token, and the match ends. It traces from a
// thread that is not its first one, as debuggers do, whose number is not its own.
func TestTracerDoesNotKeepABot(t *testing.T) {
	p := sit(t, new(Table), "is traced")
	await(t, p.stderr)
	reply := ask(t, p, line(1))
	wantLines(t, reply, "MOVE 1 2")
	by, err := strconv.Atoi(strings.TrimSpace(string(reply.Late) + string(reply.Stderr)))
	if err != nil {
		t.Fatal(err)
	}
	pid := p.pid
	if _, err := p.Close(); err != nil {
		t.Error(err)
	}
	wantGone(t, by)
	if err := unix.Kill(pid, 0); !errors.Is(err, unix.ESRCH) {
		t.Errorf("process %d: %v; want it waited for", pid, err)
	}
}

// "A worker that cannot get rid of a process gives it up, says so and goes on",
// and waits for it when it has ended after all. We are the tracer here, who is
// left alone.
func TestWhoDoesNotEndIsGivenUp(t *testing.T) {
	var said []error
	table := &Table{Warn: func(err error) { said = append(said, err) }}
	p, err := table.Start(bot(t, "echo"))
	if err != nil {
		t.Fatal(err)
	}
	pid := p.pid
	tracer := exec.Command(os.Args[0], strconv.Itoa(pid))
	tracer.Env = []string{botVariable + "=traces"}
	out, err := tracer.StdoutPipe()
	if err == nil {
		err = tracer.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	p.clock.begun = table.now()
	// As if the tracer could not be killed.
	if _, ended, err := sandbox.Reap(pid, 0); ended || err != nil {
		t.Fatalf("ended %v, %v before it was killed", ended, err)
	}
	unix.Kill(pid, unix.SIGKILL)
	if _, ended, err := sandbox.Reap(pid, 50*time.Millisecond); ended || err != nil {
		t.Fatalf("ended %v, %v; want it kept by its tracer", ended, err)
	}
	if !eventually(func() bool { return strings.HasPrefix(state(pid, table.chunk), "its state is Z") }) {
		t.Fatal(state(pid, table.chunk))
	}
	table.giveUp(p)
	want := "bot echo: process " + strconv.Itoa(pid) + " was killed and has not ended after 5.1s: its state is Z (zombie), and process " +
		strconv.Itoa(tracer.Process.Pid) + " traces it; it is left behind"
	if len(said) != 1 || said[0].Error() != want {
		t.Errorf("said %q; want %q", said, want)
	}
	table.reapLost()
	if len(table.lost) != 1 {
		t.Errorf("%d are given up; want the one that is still traced", len(table.lost))
	}
	tracer.Process.Kill()
	tracer.Wait()
	for len(table.lost) > 0 {
		next := sit(t, table, "echo") // each start looks
		wantLines(t, ask(t, next, referee.Ask{Turn: 1, Input: []byte("MOVE 1 2\n"), Lines: 1}), "MOVE 1 2")
	}
	if _, err := p.Close(); err == nil {
		t.Error("the bot was waited for twice")
	}
}
