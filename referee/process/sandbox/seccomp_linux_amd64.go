//go:build cgo

package sandbox

import "golang.org/x/sys/unix"

// The architecture of a system call's number, and where the numbers of x32
// begin, which call the same functions.
const (
	architecture = unix.AUDIT_ARCH_X86_64
	otherNumbers = 0x40000000
)

// refusedHere are calls that other architectures do not have.
var refusedHere = []uint32{
	unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS_USTAT, unix.SYS_SYSFS,
	unix.SYS__SYSCTL, unix.SYS_CREATE_MODULE,
}

// forkCalls are the calls beside clone(2) that make processes.
var forkCalls = []uint32{unix.SYS_FORK, unix.SYS_VFORK}
