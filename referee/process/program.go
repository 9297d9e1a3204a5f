package process

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
)

// A Program is a bot that is started as for a match, or its build, with nobody
// who knows what it reads and writes. It is used by one goroutine, beside which
// another may wait in AwaitEnd.
type Program struct {
	isolation *sandbox.Sandbox
	token     string           // in the environment of the process and all it starts
	pid       int              // also the process group
	box       *sandbox.Process // nil without one
	group     *sandbox.Cgroup  // nil without one
	over      bool             // all of it has been ended

	mu     sync.Mutex // of what follows
	reaped bool
	status unix.WaitStatus // once it is reaped
}

// endGrace is how long a program may keep its output open, and its process
// unreaped, once everything that was found of it has been killed.
const endGrace = 5 * time.Second

// newProgram returns a program that is not started.
func newProgram(isolation *sandbox.Sandbox) Program {
	return Program{isolation: isolation, token: fmt.Sprintf("%s=%016x", TokenVariable, rand.Uint64())}
}

// Launch starts a bot as Start does, with the files as stdin, stdout and stderr. Nobody at the
// table reads what it writes.
func (t *Table) Launch(spec Spec, files [3]*os.File) (*Program, error) {
	if t.environment == nil {
		t.setEnvironment()
	}
	p := newProgram(t.Isolation)
	var fds [3]uintptr
	for i, file := range files {
		fds[i] = file.Fd()
	}
	if err := p.launch(t, spec, fds); err != nil {
		return nil, errors.Join(fmt.Errorf("start bot %s: %w", spec.Name, sandbox.WithRlimit(err)), p.group.Close())
	}
	return &p, nil
}

func (p *Program) launch(t *Table, spec Spec, files [3]uintptr) error {
	if !p.isolation.Boxed() {
		return p.fork(spec, t.environment, files)
	}
	c, _, err := t.command(spec, p.token)
	if err != nil {
		return err
	}
	if err := p.enter(c, files); err != nil {
		return spec.explainBoxed(c, err)
	}
	return nil
}

// fork starts the program without a box.
func (p *Program) fork(spec Spec, environment []string, files [3]uintptr) (err error) {
	if err := spec.check(); err != nil {
		return err
	}
	p.pid, err = spec.fork(environment, p.token, files)
	return err
}

// fork starts a process without a box.
func (s Spec) fork(environment []string, token string, files [3]uintptr) (pid int, err error) {
	program, err := s.program()
	if err != nil {
		return 0, err
	}
	pid, err = syscall.ForkExec(program, s.Command, &syscall.ProcAttr{
		Dir:   s.Dir,
		Env:   s.environ(environment, token),
		Files: files[:],
		Sys:   attributes(),
	})
	if err != nil {
		return 0, s.explain(program, err)
	}
	return pid, nil
}

// enter starts the program in a box.
func (p *Program) enter(c sandbox.Command, files [3]uintptr) (err error) {
	if p.group, err = p.isolation.Group(c.Limits); err != nil {
		return err
	}
	c.Group = p.group
	for i, fd := range files {
		c.Files[i] = int(fd)
	}
	if p.box, err = p.isolation.Start(c); err != nil {
		return err
	}
	p.pid = p.box.Pid()
	return nil
}

// Pid returns the number of the process, which is that of its process group.
func (p *Program) Pid() int { return p.pid }

// AwaitEnd waits for the end of the process, for at most limit, and reports whether it has
// ended. Where the system allows, it does not reap the process, so that nobody else gets the
// number of the process or its group before End.
func (p *Program) AwaitEnd(limit time.Duration) bool {
	begun := time.Now()
	if p.wasReaped() || sandbox.AwaitExit(p.pid, limit) || p.reap() {
		return true
	}
	time.Sleep(min(limit, endedPause) - time.Since(begun))
	return false
}

// reap reaps the process if it has ended, and reports whether it has been reaped.
func (p *Program) reap() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		p.status, p.reaped, _ = sandbox.WaitNow(p.pid)
	}
	return p.reaped
}

func (p *Program) wasReaped() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.reaped
}

// endedPause is how long to pause where there is no waiting with a limit.
const endedPause = 10 * time.Millisecond

// Kill kills the process and everything that it has started, and does not wait.
func (p *Program) Kill() error {
	unix.Kill(-p.pid, unix.SIGKILL)
	p.mu.Lock()
	if !p.reaped {
		unix.Kill(p.pid, unix.SIGKILL)
	}
	p.mu.Unlock()
	if p.box != nil {
		p.box.Kill()
	}
	if p.box != nil && p.isolation.Encloses() {
		return nil
	}
	err := p.group.Kill()
	killEscaped(p.pid, p.token, make([]byte, chunkSize))
	return err
}

// End kills the process and everything that it has started, waits for its end,
// and returns how it ended. Further calls return the same.
func (p *Program) End() (syscall.WaitStatus, error) {
	if p.over {
		return syscall.WaitStatus(p.status), nil
	}
	p.over = true
	// What escaped comes before the wait: a process that traces the program keeps
	// it from being reaped.
	err := p.Kill()
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		var failed error
		if p.status, p.reaped, failed = sandbox.Reap(p.pid, endGrace); !p.reaped && failed == nil {
			failed = fmt.Errorf("process %d was killed and has not ended after %v; look for a process that traces it", p.pid, endGrace)
		}
		err = errors.Join(err, failed)
	}
	if p.box != nil {
		_, failed := p.box.Close(endGrace)
		err = errors.Join(err, failed)
	}
	return syscall.WaitStatus(p.status), errors.Join(err, p.group.Close())
}
