//go:build linux && cgo

package sandbox

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// limited is a process of a caller who has set a limit, by the words of its
// environment. It starts a program in a box.
func limited() {
	var resource int
	var value uint64
	fmt.Sscan(os.Getenv(machineVariable), &resource, &value)
	if os.Getenv("GOTRACEBACK") == "" { // the limit is there when the runtime starts, as from a shell
		err := unix.Setrlimit(resource, &unix.Rlimit{Cur: value, Max: value})
		os.Setenv("GOTRACEBACK", "none")
		if err == nil {
			err = syscall.Exec("/proc/self/exe", os.Args, os.Environ())
		}
		fmt.Println(err)
		os.Exit(3)
	}
	fmt.Println(CallerLimits(Default()).Why)
	s, err := Open(Settings{})
	if err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	text, err := run(s, "echo started; ulimit -a")
	fmt.Println(text, err)
	s.Close()
	os.Exit(0)
}

// "A bot gets the smaller of its own limit and the hard one of the caller. Where that
// is too little to play, the limit, its value and the remedy are named."
func TestCallersLimits(t *testing.T) {
	type row struct {
		name     string
		resource int
		value    uint64
		want     string // in what is printed
	}
	var rows []row
	for resource := range unix.RLIMIT_RTTIME + 1 { // each limit that there is
		if value := map[int]uint64{unix.RLIMIT_AS: 8 << 30, unix.RLIMIT_CPU: 100, unix.RLIMIT_RSS: 1 << 20}[resource]; value != 0 {
			rows = append(rows, row{fmt.Sprintf("limit %d", resource), resource, value, "started"})
		}
		switch resource {
		case unix.RLIMIT_CORE, unix.RLIMIT_MEMLOCK, unix.RLIMIT_SIGPENDING, unix.RLIMIT_MSGQUEUE, unix.RLIMIT_NICE, unix.RLIMIT_RTPRIO, unix.RLIMIT_LOCKS:
			rows = append(rows, row{fmt.Sprintf("limit %d", resource), resource, 0, "started"})
		case unix.RLIMIT_RTTIME:
			rows = append(rows, row{"limit of real time", resource, 1e6, "started"})
		}
	}
	rows = append(rows, []row{
		{"512 files", unix.RLIMIT_NOFILE, 512, "open files: 512 (ulimit -n)"},
		{"files of 1000 KiB", unix.RLIMIT_FSIZE, 1000 << 10, "file size: 1000 KiB (ulimit -f)"},
		{"300 MiB", unix.RLIMIT_DATA, 300 << 20, "memory of a process: 307200 KiB (ulimit -d)"},
		{"small stack", unix.RLIMIT_STACK, 512 << 10, "stack: 512 KiB (ulimit -s)"},
		{"2 GiB of addresses", unix.RLIMIT_AS, 2 << 30, "address space: 2097152 KiB (ulimit -v)"},
		{"100 processes", unix.RLIMIT_NPROC, 100, "processes of the user: 100 (ulimit -u)"},
		{"16 files", unix.RLIMIT_NOFILE, 16, "open files: 16 (ulimit -n) is too low to play; want at least 128: start Arbiter from a shell after `ulimit -n 1024`"},
		{"no files", unix.RLIMIT_FSIZE, 0, "file size: 0 KiB (ulimit -f) is too low to play"},
		{"no stack", unix.RLIMIT_STACK, 64 << 10, "stack: 64 KiB (ulimit -s) is too low to play"},
		{"5 processes", unix.RLIMIT_NPROC, 5, "(ulimit -u) is too low to play"},
		{"no memory", unix.RLIMIT_DATA, 100 << 20, "memory of a process: 102400 KiB (ulimit -d) is too low to play"},
		{"little memory", unix.RLIMIT_DATA, 160 << 20, "memory of a process: 163840 KiB (ulimit -d) is too low to play"},
		{"1 GiB of addresses", unix.RLIMIT_AS, 1 << 30, "address space: 1048576 KiB (ulimit -v) is too low to play"},
	}...)
	for _, as := range []uint32{0, 65534} {
		if as != 0 && os.Getuid() != 0 {
			continue
		}
		for _, r := range rows {
			if as == 65534 && r.resource == unix.RLIMIT_NPROC && r.value == 5 {
				continue // the runtime has no threads
			}
			t.Run(fmt.Sprintf("%s as %d", r.name, as), func(t *testing.T) {
				t.Parallel()
				out := asLimited(t, as, r.resource, r.value)
				low := strings.Contains(r.want, "too low")
				if !strings.Contains(out, r.want) || low == strings.Contains(out, "started") {
					t.Errorf("found\n%s\nwant %q, and a program that is started: %t", out, r.want, !low)
				}
			})
		}
	}
}

// asLimited returns what limited prints as a user with a limit.
func asLimited(t *testing.T, user uint32, resource int, value uint64) string {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Dir = "/"
	c.Env = append(os.Environ(), roleVariable+"=limited", fmt.Sprintf("%s=%d %d", machineVariable, resource, value))
	if os.Getuid() == 0 {
		c.Path = "/proc/self/exe"
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: user, Gid: user}}
	}
	out, err := c.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out)
}

// A limit that is low is behind the errors of the calls that it refuses.
func TestWithRlimit(t *testing.T) {
	if err := WithRlimit(unix.EPERM); err != unix.EPERM {
		t.Errorf("%v; want it as it is", err)
	}
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CPU, &before); err != nil {
		t.Fatal(err)
	}
	if before.Cur < math.MaxInt64 {
		t.Skip("the processor time of this test is limited")
	}
	if err := unix.Setrlimit(unix.RLIMIT_CPU, &unix.Rlimit{Cur: 1 << 30, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	defer unix.Setrlimit(unix.RLIMIT_CPU, &before)
	if got := SignalHint(unix.SIGXCPU); !strings.Contains(got, "processor time of a process: 1073741824 s (ulimit -t)") {
		t.Errorf("hint %q; want the limit", got)
	}
	if got := SignalHint(unix.SIGSEGV); got != "" {
		t.Errorf("hint %q; want none", got)
	}
}
