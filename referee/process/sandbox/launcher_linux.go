//go:build linux && cgo

package sandbox

/*
#include "launcher_linux.h"
*/
import "C"

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A plan is a launch in the making. Its texts lie one behind the other in text,
// so that nothing that C is given has a pointer in it.
type plan struct {
	text    []byte
	args    []C.int32_t
	env     []C.int32_t
	steps   []C.struct_step
	binds   map[int]string // by step, for errors
	limits  []C.struct_limit
	rules   []C.struct_rule
	filters []C.struct_filter
	cgroups []C.int32_t
	launch  C.struct_launch
}

// put adds a text and returns where it is.
func (p *plan) put(text string) C.int32_t {
	at := len(p.text)
	p.text = append(append(p.text, text...), 0)
	return C.int32_t(at)
}

func (p *plan) step(op int, path, b string, flags uint64, optional bool) {
	s := C.struct_step{op: C.int32_t(op), a: p.put(path), b: p.put(b), owner: -1, flags: C.uint64_t(flags)}
	if optional {
		s.optional = 1
	}
	p.steps = append(p.steps, s)
}

// limit plans a limit: a value, or the hard one of our caller where that is less.
func (p *plan) limit(resource int, value int64) {
	value = min(value, rlimit{resource: resource}.found())
	p.limits = append(p.limits, C.struct_limit{resource: C.int32_t(resource), soft: C.uint64_t(value), hard: C.uint64_t(value)})
}

func (p *plan) rule(path string, access uint64) {
	p.rules = append(p.rules, C.struct_rule{path: p.put(path), access: C.uint64_t(access)})
}

// run launches and returns the process.
func (p *plan) run() (pid int, err error) {
	l := &p.launch
	l.argc, l.envc = C.int32_t(len(p.args)), C.int32_t(len(p.env))
	l.limits, l.rules = C.int32_t(len(p.limits)), C.int32_t(len(p.rules))
	l.filters, l.cgroups = C.int32_t(len(p.filters)), C.int32_t(len(p.cgroups))
	C.launch(l, (*C.char)(unsafe.Pointer(unsafe.SliceData(p.text))),
		unsafe.SliceData(p.args), unsafe.SliceData(p.env), unsafe.SliceData(p.limits),
		unsafe.SliceData(p.rules), unsafe.SliceData(p.filters), unsafe.SliceData(p.cgroups))
	if l.stage != C.STAGE_NONE {
		return 0, p.failed()
	}
	return int(l.bot), nil
}

// at returns a text.
func (p *plan) at(offset C.int32_t) string { return unix.ByteSliceToString(p.text[offset:]) }

// failed says where the launch failed.
func (p *plan) failed() error {
	l := &p.launch
	e := &StartError{Box: true, Err: unix.Errno(l.error), stage: int(l.stage)}
	switch l.stage {
	case C.STAGE_EXEC:
		e.Box, e.What = false, p.at(l.program)
	case C.STAGE_DIR:
		e.Box, e.What = false, "folder "+p.at(l.dir)
	case C.STAGE_BIND:
		s := p.steps[l.at]
		e.What = "bind " + p.at(s.b)
		e.Box = e.Err != unix.ENOENT && e.Err != unix.EACCES
	case C.STAGE_LEND:
		e.What, e.Err = "folder "+p.at(p.steps[l.at].b), ErrForeign
	case C.STAGE_LOST:
		e.What, e.Err = "launcher", fmt.Errorf("ended before the program was started")
	default:
		e.What = stages[l.stage]
		if l.stage == C.STAGE_ROOT && l.at >= 0 {
			e.What += " at " + p.at(p.steps[l.at].a)
		}
	}
	return e
}

// stages names the stages of a launch.
var stages = [...]string{
	C.STAGE_CLONE: "clone", C.STAGE_USER: "user namespace", C.STAGE_PID: "PID namespace", C.STAGE_MOUNT: "mount namespace",
	C.STAGE_NET: "network namespace", C.STAGE_IPC: "IPC namespace", C.STAGE_ROOT: "private root", C.STAGE_INIT: "init",
	C.STAGE_PROC: "mount /proc", C.STAGE_FILES: "descriptors", C.STAGE_CGROUP: "control group", C.STAGE_LIMIT: "limits",
	C.STAGE_LANDLOCK: "landlock", C.STAGE_ID: "user and capabilities", C.STAGE_SECCOMP: "seccomp",
}

// initProgram returns the program of PID 1.
func initProgram() []byte {
	begin, end := unsafe.Pointer(&C.init_program), unsafe.Pointer(&C.init_program_end)
	return unsafe.Slice((*byte)(begin), uintptr(end)-uintptr(begin))
}
