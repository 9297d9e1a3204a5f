//go:build cgo

package sandbox

import "golang.org/x/sys/unix"

// The architecture of a system call's number; there is one set of them.
const (
	architecture = unix.AUDIT_ARCH_AARCH64
	otherNumbers = 0
)

// refusedHere are calls that other architectures do not have.
var refusedHere []uint32

// forkCalls are the calls beside clone(2) that make processes.
var forkCalls []uint32
