//go:build linux && cgo

package sandbox

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// runFilter runs the filter on a call as the kernel does, and returns the error
// of a call that is refused, 0 of another, and how many instructions that took.
func runFilter(t *testing.T, names, forks bool, arch, call, argument uint32) (why unix.Errno, steps int) {
	t.Helper()
	program := filter(names, forks)
	var a uint32
	for at := 0; at < len(program); at++ {
		steps++
		f := program[at]
		jump, test := false, true
		switch f.code {
		case load:
			a, test = map[uint32]uint32{callOffset: call, archOffset: arch, argumentOffset: argument}[uint32(f.k)], false
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

// Each call is answered as its list says, and those of no list are allowed, after
// few instructions: the kernel runs the filter for each number when a bot starts.
func TestFilterFindsEachCall(t *testing.T) {
	for call := range uint32(600) {
		want := unix.Errno(0)
		switch {
		case call == unix.SYS_SOCKET, slices.Contains(refused(), call):
			want = unix.EPERM
		case slices.Contains(absent(), call):
			want = unix.ENOSYS
		case slices.Contains(forkCalls, call):
			want = unix.EAGAIN
		case call == unix.SYS_SOCKETPAIR, call == unix.SYS_CLONE:
			continue // see TestFilterLooksAtArguments
		}
		got, steps := runFilter(t, false, false, architecture, call, 0)
		if got != want || steps > 20 {
			t.Errorf("call %d: %v after %d instructions; want %v within 20", call, got, steps, want)
		}
	}
}

// Sockets are refused by their family, and clones by their flags.
func TestFilterLooksAtArguments(t *testing.T) {
	const fork, thread = uint32(unix.SIGCHLD), unix.CLONE_VM | unix.CLONE_THREAD
	for _, tt := range []struct {
		name           string
		names, forks   bool
		call, argument uint32
		want           unix.Errno
	}{
		{"a pair", false, true, unix.SYS_SOCKETPAIR, unix.AF_UNIX, 0},
		{"a pair of another family", true, true, unix.SYS_SOCKETPAIR, unix.AF_INET, unix.EPERM},
		{"a socket whose names lead nowhere", true, true, unix.SYS_SOCKET, unix.AF_UNIX, 0},
		{"a socket whose names lead somewhere", false, true, unix.SYS_SOCKET, unix.AF_UNIX, unix.EPERM},
		{"a socket of the internet", true, true, unix.SYS_SOCKET, unix.AF_INET, unix.EPERM},
		{"a socket of netlink", true, true, unix.SYS_SOCKET, unix.AF_NETLINK, unix.EPERM},
		{"a fork", true, true, unix.SYS_CLONE, fork, 0},
		{"a user namespace", true, true, unix.SYS_CLONE, fork | unix.CLONE_NEWUSER, unix.EPERM},
		{"a fork of a single process", true, false, unix.SYS_CLONE, fork, unix.EAGAIN},
		{"a thread of a single process", true, false, unix.SYS_CLONE, thread, 0},
	} {
		if got, _ := runFilter(t, tt.names, tt.forks, architecture, tt.call, tt.argument); got != tt.want {
			t.Errorf("%s: %v; want %v", tt.name, got, tt.want)
		}
	}
}

// A program for another architecture has other numbers, and none of them is let
// through.
func TestFilterRefusesOtherNumbers(t *testing.T) {
	if got, _ := runFilter(t, true, true, unix.AUDIT_ARCH_I386, 1, 0); got != unix.ENOSYS {
		t.Errorf("i386: %v; want ENOSYS", got)
	}
	if got, _ := runFilter(t, true, true, architecture, otherNumbers|unix.SYS_READ, 0); otherNumbers > 0 && got != unix.ENOSYS {
		t.Errorf("x32: %v; want ENOSYS", got)
	}
}
