//go:build cgo

package sandbox

import "golang.org/x/sys/unix"

// architecture is that of a system call's number.
const architecture = unix.AUDIT_ARCH_X86_64

// refusedHere are calls that other architectures do not have.
var refusedHere = []uint32{
	unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS_USTAT, unix.SYS_SYSFS,
	unix.SYS__SYSCTL, unix.SYS_CREATE_MODULE, unix.SYS_INOTIFY_INIT,
}

// modeCalls are calls that give a file a mode, beside the calls of all architectures.
// The value is the number of the argument that is the mode. The openCalls may make a
// file. Their value is the number of the argument with the flags, and the mode follows
// it.
var (
	modeCalls = map[uint32]uint32{unix.SYS_CHMOD: 1, unix.SYS_MKNOD: 1, unix.SYS_CREAT: 1}
	openCalls = map[uint32]uint32{unix.SYS_OPEN: 1, unix.SYS_OPENAT: 2}
)

// forkCalls are the calls beside clone(2) that make processes.
var forkCalls = []uint32{unix.SYS_FORK, unix.SYS_VFORK}
