//go:build linux && cgo

package sandbox

/*
#include "launcher_linux.h"
*/
import "C"

import (
	"maps"
	"slices"

	"golang.org/x/sys/unix"
)

// refused are the system calls that no bot needs and that reach beyond it.
// They fail with EPERM, which programs that try them know how to take.
func refused() []uint32 {
	return append([]uint32{
		// Other processes.
		unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
		unix.SYS_PIDFD_GETFD, unix.SYS_KCMP,
		// Pages in a pipe count for no process.
		unix.SYS_VMSPLICE,
		// What others do to files that both can read.
		unix.SYS_INOTIFY_INIT1,
		// Objects of IPC, by which boxes could talk.
		unix.SYS_SHMGET, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN,
		// CPUs and priorities: a bot stays where its worker put it.
		unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETATTR,
		unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_MBIND, unix.SYS_SET_MEMPOLICY, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
		// Mounts and namespaces.
		unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT,
		unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR,
		unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
		// Keys and file handles, which know no namespaces.
		unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_OPEN_BY_HANDLE_AT,
		// The inside of the kernel, where most of its errors have been.
		unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_FANOTIFY_INIT, unix.SYS_LOOKUP_DCOOKIE,
		unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
		unix.SYS_IO_SETUP, unix.SYS_VHANGUP,
		// The machine.
		unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_SYSLOG,
		unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME,
		unix.SYS_SYNC, unix.SYS_SYNCFS,
	}, refusedHere...)
}

// absent are system calls whose arguments a filter cannot see. They fail with
// ENOSYS, and programs do without: the C library forks with clone(2), and
// libuv reads with threads.
func absent() []uint32 {
	return []uint32{unix.SYS_CLONE3, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER}
}

// outsiders are the flags of clone(2) that reach out of the box: those that make
// namespaces, and the one that makes a child of the caller's parent. A bot's parent
// is the referee. The referee would never wait for such a child, and would not find
// it when it looks for what is left.
const outsiders = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_PARENT

// firstUnknown is the number of the first call that is newer than these lists. It
// and those after it fail with ENOSYS, as in the kernels that programs know.
const firstUnknown = unix.SYS_OPEN_TREE_ATTR

// Offsets in struct seccomp_data. Arguments are little endian here.
const (
	callOffset     = 0
	archOffset     = 4
	argumentOffset = 16
)

// Instructions of BPF, and what a program returns; see seccomp(2).
const (
	load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	equal  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	least  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	anyOf  = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
	finish = unix.BPF_RET | unix.BPF_K
	allow  = 0x7fff0000 // SECCOMP_RET_ALLOW
	errno  = 0x00050000 // SECCOMP_RET_ERRNO
)

// instruction returns one of a program. Jumps are relative to the next one.
func instruction(code uint16, jt, jf int, k uint32) C.struct_filter {
	return C.struct_filter{code: C.uint16_t(code), jt: C.uint8_t(jt), jf: C.uint8_t(jf), k: C.uint32_t(k)}
}

// fails returns the end of a program that refuses the call.
func fails(why unix.Errno) []C.struct_filter {
	return []C.struct_filter{instruction(finish, 0, 0, errno|uint32(why))}
}

// allows is the end of a program that allows the call.
var allows = []C.struct_filter{instruction(finish, 0, 0, allow)}

// rules are what the filter allows and forbids beside the same for all.
type rules struct {
	names bool // sockets of AF_UNIX by name
	forks bool // other processes
	inet  bool // sockets of the internet
	apart bool // no memory but what is counted for each process
	modes bool // no files that run as their owner: who writes to our folders could make some that are ours
}

// rules returns those of a command. Names of sockets lead nowhere with a private
// root, and a network of its own or a landlock.
func (s *Sandbox) rules(c *Command) rules {
	return rules{
		names: s.report.On("files") && (s.flags(c)&C.BOX_NET != 0 || s.box&C.BOX_LANDLOCK != 0 && s.landlock.scoped != 0),
		forks: c.Limits.Processes != 1,
		inet:  c.Network,
		apart: s.weighs(),
		modes: c.writes(),
	}
}

// filter returns the BPF program of seccomp(2), which looks at each system call
// of a bot. The namespace for IPC is shared by all boxes, so that there are no
// objects in it. There are no sockets of the internet or of netlink, which lead
// nowhere but into the kernel; sockets of AF_UNIX, beside pairs of them, are only
// for boxes in which names lead nowhere. Without forks there is one process.
func filter(r rules) []C.struct_filter {
	var sockets []uint32
	if r.names {
		sockets = append(sockets, unix.AF_UNIX)
	}
	if r.inet {
		sockets = append(sockets, unix.AF_INET, unix.AF_INET6)
	}
	looks := map[uint32][]C.struct_filter{ // by system call; each ends
		unix.SYS_SOCKETPAIR: only(unix.AF_UNIX),
		unix.SYS_PRLIMIT64:  only(0), // not of other processes: the next bot could read them from the init
		unix.SYS_SOCKET:     only(sockets...),
		unix.SYS_CLONE: slices.Concat([]C.struct_filter{
			instruction(load, 0, 0, argumentOffset),
			instruction(anyOf, 0, 1, outsiders),
		}, fails(unix.EPERM), allows),
		unix.SYS_PRCTL: slices.Concat([]C.struct_filter{ // with it, others that share the core would have to rest
			instruction(load, 0, 0, argumentOffset),
			instruction(equal, 0, 1, unix.PR_SCHED_CORE),
		}, fails(unix.EPERM), allows),
	}
	if !r.forks {
		looks[unix.SYS_CLONE] = slices.Concat([]C.struct_filter{
			instruction(load, 0, 0, argumentOffset),
			instruction(anyOf, 1, 0, unix.CLONE_THREAD),
		}, fails(unix.EAGAIN), allows)
		for _, call := range forkCalls {
			looks[call] = fails(unix.EAGAIN)
		}
	}
	if r.apart {
		maps.Copy(looks, apart())
	}
	if r.modes {
		maps.Copy(looks, modes())
	}
	for _, call := range absent() {
		looks[call] = fails(unix.ENOSYS)
	}
	for _, call := range refused() {
		looks[call] = fails(unix.EPERM)
	}
	calls := slices.Sorted(maps.Keys(looks))
	// A program for another architecture, as of 32 bits, has other numbers.
	program := slices.Concat([]C.struct_filter{
		instruction(load, 0, 0, archOffset),
		instruction(equal, 1, 0, architecture),
	}, fails(unix.ENOSYS), []C.struct_filter{
		instruction(load, 0, 0, callOffset),
		instruction(least, 0, 1, firstUnknown),
	}, fails(unix.ENOSYS))
	return append(program, search(calls, looks)...)
}

// only refuses a call whose first argument is another one.
func only(allowed ...uint32) []C.struct_filter {
	program := []C.struct_filter{instruction(load, 0, 0, argumentOffset)}
	for i, argument := range allowed {
		program = append(program, instruction(equal, len(allowed)-i, 0, argument))
	}
	return slices.Concat(program, fails(unix.EPERM), allows)
}

// apart refuses memory that RLIMIT_DATA counts for no process. These are files in memory,
// shared anonymous mappings, mappings that grow by themselves, and landlock rulesets. A
// program can share a mapping of a file in $TMPDIR instead. The tested runtimes make none
// of the refused ones.
func apart() map[uint32][]C.struct_filter {
	return map[uint32][]C.struct_filter{
		unix.SYS_MEMFD_CREATE: fails(unix.ENOSYS), unix.SYS_MEMFD_SECRET: fails(unix.ENOSYS),
		unix.SYS_LANDLOCK_CREATE_RULESET: fails(unix.ENOSYS),
		unix.SYS_MMAP: slices.Concat([]C.struct_filter{
			instruction(load, 0, 0, argumentOffset+8*3),
			instruction(anyOf, 2, 0, unix.MAP_GROWSDOWN),
			instruction(anyOf, 0, 2, unix.MAP_ANONYMOUS),
			instruction(anyOf, 0, 1, unix.MAP_SHARED),
		}, fails(unix.EPERM), allows),
	}
}

// setID are the bits of a file's mode by which it runs as its owner or group.
const setID = unix.S_ISUID | unix.S_ISGID

// makes are the flags of open(2) with which its mode counts.
const makes = unix.O_CREAT | 0x400000 // O_TMPFILE without O_DIRECTORY

// modes looks at the modes that files are given.
func modes() map[uint32][]C.struct_filter {
	mode := func(argument uint32) []C.struct_filter {
		return slices.Concat([]C.struct_filter{
			instruction(load, 0, 0, argumentOffset+8*argument),
			instruction(anyOf, 0, 1, setID),
		}, fails(unix.EPERM), allows)
	}
	looks := map[uint32][]C.struct_filter{
		unix.SYS_FCHMOD: mode(1), unix.SYS_FCHMODAT: mode(2), unix.SYS_FCHMODAT2: mode(2), unix.SYS_MKNODAT: mode(2),
		unix.SYS_OPENAT2: fails(unix.ENOSYS), // its mode is in memory
	}
	for call, argument := range modeCalls {
		looks[call] = mode(argument)
	}
	for call, flags := range openCalls {
		looks[call] = slices.Concat([]C.struct_filter{
			instruction(load, 0, 0, argumentOffset+8*flags),
			instruction(anyOf, 1, 0, makes),
		}, allows, mode(flags+1))
	}
	return looks
}

// mostInRow is how many calls are compared one after the other.
const mostInRow = 12

// search returns a program that finds the call among sorted ones by halves, and
// allows every other. The kernel runs it once for each number there is when a bot
// starts, to know which it need not ask about any more: 0.04 ms, in a row 0.1.
func search(calls []uint32, looks map[uint32][]C.struct_filter) (program []C.struct_filter) {
	if half := len(calls) / 2; len(calls) > mostInRow {
		below := search(calls[:half], looks)
		program = append(program, instruction(least, len(below), 0, calls[half]))
		return slices.Concat(program, below, search(calls[half:], looks))
	}
	// Most are refused alike: these share the last instruction.
	program = slices.Concat(allows, fails(unix.EPERM))
	for _, call := range slices.Backward(calls) {
		if look := looks[call]; slices.Equal(look, fails(unix.EPERM)) {
			program = slices.Insert(program, 0, instruction(equal, len(program)-1, 0, call))
		} else {
			program = slices.Concat([]C.struct_filter{instruction(equal, 0, len(look), call)}, look, program)
		}
	}
	return program
}
