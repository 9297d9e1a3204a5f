//go:build linux && cgo

package sandbox

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// documents are the files of the repository that a machine is set up with.
const documents = "../../../docs"

// forbidden returns the names of the system calls that the container's profile
// forbids.
func forbidden() ([]string, error) {
	text, err := os.ReadFile(filepath.Join(documents, "docker", "seccomp.json"))
	if err != nil {
		return nil, err
	}
	var profile struct {
		DefaultAction string
		Syscalls      []struct {
			Names    []string
			Action   string
			ErrnoRet uint32
			Comment  string
		}
	}
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&profile); err != nil {
		return nil, err
	}
	if profile.DefaultAction != "SCMP_ACT_ALLOW" || len(profile.Syscalls) != 1 || profile.Syscalls[0].Action != "SCMP_ACT_ERRNO" || profile.Syscalls[0].ErrnoRet != uint32(unix.EPERM) {
		return nil, fmt.Errorf("the profile is %+v; want one list of what is refused with EPERM", profile)
	}
	return profile.Syscalls[0].Names, nil
}

// numbers are those of the profile's system calls that all architectures have.
var numbers = map[string]uint32{
	"acct": unix.SYS_ACCT, "add_key": unix.SYS_ADD_KEY, "bpf": unix.SYS_BPF, "clock_adjtime": unix.SYS_CLOCK_ADJTIME, "clock_settime": unix.SYS_CLOCK_SETTIME,
	"delete_module": unix.SYS_DELETE_MODULE, "fanotify_init": unix.SYS_FANOTIFY_INIT, "finit_module": unix.SYS_FINIT_MODULE, "init_module": unix.SYS_INIT_MODULE,
	"io_uring_enter": unix.SYS_IO_URING_ENTER, "io_uring_register": unix.SYS_IO_URING_REGISTER, "io_uring_setup": unix.SYS_IO_URING_SETUP, "kcmp": unix.SYS_KCMP,
	"kexec_file_load": unix.SYS_KEXEC_FILE_LOAD, "kexec_load": unix.SYS_KEXEC_LOAD, "keyctl": unix.SYS_KEYCTL, "lookup_dcookie": unix.SYS_LOOKUP_DCOOKIE,
	"name_to_handle_at": unix.SYS_NAME_TO_HANDLE_AT, "nfsservctl": unix.SYS_NFSSERVCTL, "open_by_handle_at": unix.SYS_OPEN_BY_HANDLE_AT,
	"perf_event_open": unix.SYS_PERF_EVENT_OPEN, "personality": unix.SYS_PERSONALITY, "process_vm_readv": unix.SYS_PROCESS_VM_READV,
	"process_vm_writev": unix.SYS_PROCESS_VM_WRITEV, "ptrace": unix.SYS_PTRACE, "quotactl": unix.SYS_QUOTACTL, "quotactl_fd": unix.SYS_QUOTACTL_FD,
	"reboot": unix.SYS_REBOOT, "request_key": unix.SYS_REQUEST_KEY, "settimeofday": unix.SYS_SETTIMEOFDAY, "swapoff": unix.SYS_SWAPOFF, "swapon": unix.SYS_SWAPON,
	"syslog": unix.SYS_SYSLOG, "userfaultfd": unix.SYS_USERFAULTFD, "vhangup": unix.SYS_VHANGUP,
}

// elsewhere are those that only other architectures have, or none any more.
var elsewhere = []string{
	"create_module", "get_kernel_syms", "ioperm", "iopl", "query_module", "stime", "sysfs", "uselib", "ustat", "vm86", "vm86old",
}

// inContainer refuses what the container's profile does, and gives up all ways to
// new privileges.
func inContainer() error {
	runtime.LockOSThread() // becomeOrdinary executes a program from this thread
	names, err := forbidden()
	if err != nil {
		return err
	}
	program := []unix.SockFilter{{Code: load, K: callOffset}}
	for _, name := range names {
		if call, ok := numbers[name]; ok {
			program = append(program, unix.SockFilter{Code: equal, Jf: 1, K: call}, unix.SockFilter{Code: finish, K: errno | uint32(unix.EPERM)})
		}
	}
	program = append(program, unix.SockFilter{Code: finish, K: allow})
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	filter := unix.SockFprog{Len: uint16(len(program)), Filter: unsafe.SliceData(program)}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&filter)), 0, 0)
}

// underSystemd makes what the unit makes read-only read-only, which is all but
// /dev, /proc and /sys, and hides homes.
func underSystemd() error {
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", 0, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}); err != nil {
		return err
	}
	for _, home := range []string{"/home", "/run/user"} {
		if _, err := os.Stat(home); err != nil {
			continue
		}
		if err := unix.Mount("tmpfs", home, "tmpfs", unix.MS_RDONLY, "mode=000"); err != nil {
			return err
		}
	}
	if err := unix.Mount("tmpfs", "/dev/shm", "tmpfs", 0, ""); err != nil { // somewhere to write, as StateDirectory=
		return err
	}
	os.Setenv("TMPDIR", "/dev/shm")
	return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
}

// What the container and the unit take away leaves bots all protections that an
// ordinary user has without them.
func TestContainerAndUnitAllowBoxes(t *testing.T) {
	reasons := regexp.MustCompile(`(?m)^(off: \w+:).*$`) // which differ by names of folders
	plain := reasons.ReplaceAllString(onMachine(t, thisOne), "$1")
	for _, machine := range []string{"the container", "the systemd unit"} {
		if out := onMachine(t, machine); reasons.ReplaceAllString(out, "$1") != plain {
			t.Errorf("in %s:\n%s\nwant as without:\n%s", machine, out, plain)
		}
	}
}

// The profile forbids only system calls that exist. It forbids no call of the launcher,
// whose source lists them: if one were refused, a protection would be missing.
func TestProfileNamesCalls(t *testing.T) {
	names, err := forbidden()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*_linux.c")
	if err != nil || len(files) < 2 {
		t.Fatalf("the launcher's source is %q, %v", files, err)
	}
	source := ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		source += regexp.MustCompile(`//.*`).ReplaceAllString(string(text), "")
	}
	for _, name := range names {
		if _, ok := numbers[name]; !ok && !slices.Contains(elsewhere, name) {
			t.Errorf("%s is no system call that this test knows", name)
		}
		if regexp.MustCompile(`\b(SYS_)?` + name + `[(,]`).MatchString(source) {
			t.Errorf("the launcher uses %s, which the profile forbids", name)
		}
	}
}

// systemd reads the unit without a complaint. The unit has no setting that hides parts
// of /proc or forbids namespaces.
func TestUnit(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(documents, "systemd", "arbiter.service"))
	if err != nil {
		t.Fatal(err)
	}
	unit := string(text)
	for _, setting := range []string{"ProtectKernelTunables", "ProtectControlGroups", "ProtectProc", "ProcSubset", "RestrictNamespaces", "SystemCallFilter", "PrivateUsers"} {
		if strings.Contains(unit, "\n"+setting+"=") {
			t.Errorf("the unit has %s=, with which a bot cannot have a /proc or namespaces of its own", setting)
		}
	}
	if !strings.Contains(unit, "\nDelegate=yes\n") {
		t.Error("the unit has no Delegate=yes, without which bots have no control groups")
	}
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip(err) // on machines without systemd only its own authors can read the unit
	}
	path := filepath.Join(t.TempDir(), "arbiter.service")
	if err := os.WriteFile(path, []byte(strings.Replace(unit, "/usr/local/bin/arbiter", os.Args[0], 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(analyze, "verify", "--man=no", path).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v: %s", err, out)
	}
}
