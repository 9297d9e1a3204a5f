//go:build linux && cgo

package sandbox

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// runFilter runs the filter on a call as the kernel does, and returns the error
// of a call that is refused, 0 of another, and how many instructions that took.
func runFilter(t *testing.T, r rules, arch, call uint32, arguments ...uint32) (why unix.Errno, steps int) {
	t.Helper()
	program := filter(r)
	data := map[uint32]uint32{callOffset: call, archOffset: arch}
	for i, argument := range arguments {
		data[argumentOffset+8*uint32(i)] = argument
	}
	var a uint32
	for at := 0; at < len(program); at++ {
		steps++
		f := program[at]
		jump, test := false, true
		switch f.code {
		case load:
			a, test = data[uint32(f.k)], false
		case equal:
			jump = a == uint32(f.k)
		case least:
			jump = a >= uint32(f.k)
		case anyOf:
			jump = a&uint32(f.k) != 0
		case finish:
			if f.k == allow {
				return 0, steps
			}
			return unix.Errno(f.k & 0xffff), steps
		default:
			t.Fatalf("instruction %d is %+v", at, f)
		}
		switch {
		case !test:
		case jump:
			at += int(f.jt)
		default:
			at += int(f.jf)
		}
	}
	t.Fatalf("the filter does not end for call %d", call)
	return 0, 0
}

// The rules of most bots, and of a build with the network.
var (
	bot   = rules{names: true, forks: true}
	build = rules{names: true, forks: true, inet: true, modes: true}
)

// Each call is answered as its list says, and those of no list are allowed, after
// few instructions: the kernel runs the filter for each number when a bot starts.
func TestFilterFindsEachCall(t *testing.T) {
	for call := range uint32(600) {
		want := unix.Errno(0)
		switch {
		case call >= firstUnknown:
			want = unix.ENOSYS
		case call == unix.SYS_SOCKET, slices.Contains(refused(), call):
			want = unix.EPERM
		case slices.Contains(absent(), call):
			want = unix.ENOSYS
		case slices.Contains(forkCalls, call):
			want = unix.EAGAIN
		case call == unix.SYS_SOCKETPAIR, call == unix.SYS_PRLIMIT64, call == unix.SYS_CLONE:
			continue // see TestFilterLooksAtArguments
		}
		got, steps := runFilter(t, rules{}, architecture, call, 0)
		if got != want || steps > 22 {
			t.Errorf("call %d: %v after %d instructions; want %v within 22", call, got, steps, want)
		}
	}
}

// Sockets are refused by their family, limits by their process and clones by their
// flags.
func TestFilterLooksAtArguments(t *testing.T) {
	const fork, thread = uint32(unix.SIGCHLD), unix.CLONE_VM | unix.CLONE_THREAD
	for _, tt := range []struct {
		name      string
		rules     rules
		call      uint32
		arguments []uint32
		want      unix.Errno
	}{
		{"a pair", rules{forks: true}, unix.SYS_SOCKETPAIR, []uint32{unix.AF_UNIX}, 0},
		{"a pair of another family", bot, unix.SYS_SOCKETPAIR, []uint32{unix.AF_INET}, unix.EPERM},
		{"a socket whose names lead nowhere", bot, unix.SYS_SOCKET, []uint32{unix.AF_UNIX}, 0},
		{"a socket whose names lead somewhere", rules{forks: true}, unix.SYS_SOCKET, []uint32{unix.AF_UNIX}, unix.EPERM},
		{"a socket of the internet", bot, unix.SYS_SOCKET, []uint32{unix.AF_INET}, unix.EPERM},
		{"a socket of netlink", bot, unix.SYS_SOCKET, []uint32{unix.AF_NETLINK}, unix.EPERM},
		{"its own limits", bot, unix.SYS_PRLIMIT64, []uint32{0}, 0},
		{"the limits of its init", bot, unix.SYS_PRLIMIT64, []uint32{1}, unix.EPERM},
		{"a fork", bot, unix.SYS_CLONE, []uint32{fork}, 0},
		{"a user namespace", bot, unix.SYS_CLONE, []uint32{fork | unix.CLONE_NEWUSER}, unix.EPERM},
		{"a child of the referee", bot, unix.SYS_CLONE, []uint32{fork | unix.CLONE_PARENT}, unix.EPERM},
		{"a name of its own", bot, unix.SYS_PRCTL, []uint32{unix.PR_SET_NAME}, 0},
		{"a core of its own", bot, unix.SYS_PRCTL, []uint32{unix.PR_SCHED_CORE}, unix.EPERM},
		{"a fork of a single process", rules{names: true}, unix.SYS_CLONE, []uint32{fork}, unix.EAGAIN},
		{"a thread of a single process", rules{names: true}, unix.SYS_CLONE, []uint32{thread}, 0},
		{"a socket of the internet of a build", build, unix.SYS_SOCKET, []uint32{unix.AF_INET6}, 0},
		{"a socket of netlink of a build", build, unix.SYS_SOCKET, []uint32{unix.AF_NETLINK}, unix.EPERM},
		{"a mode", build, unix.SYS_FCHMODAT, []uint32{0, 0, 0o777}, 0},
		{"a mode with setuid", build, unix.SYS_FCHMODAT, []uint32{0, 0, 0o4755}, unix.EPERM},
		{"a mode with setgid", build, unix.SYS_FCHMOD, []uint32{3, 0o2755}, unix.EPERM},
		{"a new file", build, unix.SYS_OPENAT, []uint32{0, 0, unix.O_CREAT, 0o666}, 0},
		{"a new file with setuid", build, unix.SYS_OPENAT, []uint32{0, 0, unix.O_CREAT, 0o4755}, unix.EPERM},
		{"a file without a name", build, unix.SYS_OPENAT, []uint32{0, 0, unix.O_TMPFILE, 0o4755}, unix.EPERM},
		{"a folder that is opened", build, unix.SYS_OPENAT, []uint32{0, 0, unix.O_DIRECTORY, 0o4755}, 0},
		{"a mode of a bot's file", bot, unix.SYS_FCHMODAT, []uint32{0, 0, 0o4755}, 0},
	} {
		if got, _ := runFilter(t, tt.rules, architecture, tt.call, tt.arguments...); got != tt.want {
			t.Errorf("%s: %v; want %v", tt.name, got, tt.want)
		}
	}
}

// A program for another architecture has other numbers, x32 has them further up,
// and none of them is let through.
func TestFilterRefusesOtherNumbers(t *testing.T) {
	if got, _ := runFilter(t, bot, unix.AUDIT_ARCH_I386, 1); got != unix.ENOSYS {
		t.Errorf("i386: %v; want ENOSYS", got)
	}
	const x32 = 0x40000000
	if got, _ := runFilter(t, bot, architecture, x32|unix.SYS_READ); got != unix.ENOSYS {
		t.Errorf("x32: %v; want ENOSYS", got)
	}
}
