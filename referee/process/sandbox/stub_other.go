//go:build !linux || !cgo

package sandbox

import (
	"errors"
	"runtime"
	"time"

	"arbiter/referee/process/view"
)

// A Sandbox starts programs in boxes. This system has none.
type Sandbox struct {
	settings Settings
	report   Protections
	view     *view.View
}

func open(settings Settings, shown *view.View) (*Sandbox, error) {
	s := &Sandbox{settings: settings, report: protections(), view: shown}
	why, remedy := "not written for "+runtime.GOOS, "run Arbiter on Linux, in a virtual machine for example"
	if runtime.GOOS == "linux" {
		why, remedy = "this program was built without cgo", "build it with a C compiler"
	}
	for i := range s.report {
		s.report[i].Why, s.report[i].Remedy = why, remedy
	}
	return s, nil
}

// Close does nothing.
func (s *Sandbox) Close() error { return nil }

// Group returns nil.
func (s *Sandbox) Group(Resources) (*Cgroup, error) { return nil, nil }

// Boxed reports whether Start is to be used: here it is not.
func (s *Sandbox) Boxed() bool { return false }

// A Process is a program in a box.
type Process struct{}

// Start starts nothing.
func (s *Sandbox) Start(Command) (*Process, error) { return nil, errors.ErrUnsupported }

// Pid returns 0.
func (p *Process) Pid() int { return 0 }

// Contains reports false.
func (p *Process) Contains(int) bool { return false }

// Encloses reports false.
func (s *Sandbox) Encloses() bool { return false }

// OverMemory reports false.
func (p *Process) OverMemory() bool { return false }

// Kill does nothing.
func (p *Process) Kill() {}

// Close does nothing.
func (p *Process) Close(time.Duration) (lost int, err error) { return 0, nil }
