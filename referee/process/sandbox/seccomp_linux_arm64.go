//go:build cgo

package sandbox

import "golang.org/x/sys/unix"

// architecture is that of a system call's number.
const architecture = unix.AUDIT_ARCH_AARCH64

// refusedHere are calls that other architectures do not have.
var refusedHere []uint32

// modeCalls are calls beside those of all architectures that give a file a mode,
// and which argument that is; openCalls those that may make a file, and which one
// the flags are, before the mode.
var (
	modeCalls = map[uint32]uint32(nil)
	openCalls = map[uint32]uint32{unix.SYS_OPENAT: 2}
)

// forkCalls are the calls beside clone(2) that make processes.
var forkCalls []uint32
