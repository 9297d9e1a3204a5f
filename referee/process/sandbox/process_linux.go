//go:build linux && cgo

package sandbox

/*
#include "launcher_linux.h"
*/
import "C"

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// A Process is a program in a box.
type Process struct {
	sandbox *Sandbox
	pid     int
	root    *root
	killed  bool
	scratch string // outside, without a private root
	weight  weight
}

// Pid returns the number of the process, as we see it.
func (p *Process) Pid() int { return p.pid }

// Contains reports whether a process is in the box. It can tell only if the box
// encloses.
func (p *Process) Contains(pid int) bool {
	if p.root.init == 0 || pid == p.root.init {
		return false
	}
	space := func(pid int, st *unix.Stat_t) error { return unix.Stat(fmt.Sprintf("/proc/%d/ns/pid", pid), st) }
	var ours, its unix.Stat_t
	return space(p.pid, &ours) == nil && space(pid, &its) == nil && its.Ino == ours.Ino
}

// Kill ends all processes of the box, if it encloses, but does not wait.
func (p *Process) Kill() {
	p.killed = true
	if p.root.init > 0 {
		unix.Kill(p.root.init, unix.SIGKILL)
	}
}

// Close releases the box. Call it after waiting for the process itself. If the box encloses its
// processes, Close kills those that are left and waits for their end, at most limit long. If
// the box's init is not over by then, lost is its process ID, and the caller waits for it
// later. Otherwise lost is 0.
func (p *Process) Close(limit time.Duration) (lost int, err error) {
	if p.weight.limit > 0 {
		p.sandbox.scale.take(p)
	}
	if p.scratch != "" {
		os.RemoveAll(p.scratch)
		p.scratch = ""
	}
	if p.killed || !p.root.unused() {
		return p.sandbox.drop(p.root, limit)
	}
	p.sandbox.putRoot(p.root)
	return 0, nil
}

// outsideScratch makes the folder that a process without a private root may
// write to.
func (s *Sandbox) outsideScratch(proc *Process) (string, error) {
	dir, err := os.MkdirTemp("", "arbiter-scratch-")
	if err != nil {
		return "", &StartError{Box: true, What: "scratch", Err: err}
	}
	proc.scratch = dir
	if user := int(proc.root.user); s.box&C.BOX_SETID != 0 {
		if err := os.Chown(dir, user, user); err != nil {
			return "", &StartError{Box: true, What: "scratch", Err: err}
		}
	}
	return dir, nil
}
