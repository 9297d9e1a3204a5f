//go:build linux && cgo

package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// machineVariable has the name of a machine that a child process is to emulate.
const machineVariable = "SANDBOX_TEST_MACHINE"

// emulate is the process on another machine.
func emulate(name string) {
	err := machines[name]()
	if err == nil && name != thisOne {
		err = becomeOrdinary()
	}
	if err != nil {
		fmt.Println(name+":", err)
		os.Exit(3)
	}
	if err := report(); err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	os.Exit(0)
}

// machines make the process believe to be on another machine.
var machines = map[string]func() error{
	thisOne: func() error { return nil },
	// A container hides parts of its /proc.
	"masked /proc": func() error { return unix.Mount("none", "/proc/irq", "tmpfs", unix.MS_RDONLY, "") },
	// As after sysctl user.max_user_namespaces=0.
	"no user namespaces": func() error {
		return os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0)
	},
	"no PID namespaces": func() error {
		return os.WriteFile("/proc/sys/user/max_pid_namespaces", []byte("0"), 0)
	},
	"the container":    inContainer,
	"the systemd unit": underSystemd,
	"no mount namespaces": func() error {
		return os.WriteFile("/proc/sys/user/max_mnt_namespaces", []byte("0"), 0)
	},
}

// thisOne is the machine as it is.
const thisOne = "this one"

// becomeOrdinary gives up the capabilities that prepared the machine.
func becomeOrdinary() error {
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return err
	}
	return syscall.Exec(os.Args[0], os.Args, setenv(machineVariable, thisOne))
}

// setenv returns our environment with a variable changed.
func setenv(name, value string) []string {
	os.Setenv(name, value)
	return os.Environ()
}

// report prints which protections are off under auto, what strict says, and
// whether a program can be started all the same.
func report() error {
	s, err := Open(Settings{})
	if err != nil {
		return err
	}
	for _, p := range s.Protections().Missing() {
		fmt.Printf("off: %s: %s; %s\n", p.Name, p.Why, p.Remedy)
	}
	text, err := run(s, "echo started; echo x 2>/dev/null >$TMPDIR/x && cat $TMPDIR/x")
	fmt.Printf("%s%v\n", text, err)
	_, err = Open(Settings{Policy: Policy{Level: Strict}})
	fmt.Println("strict:", err)
	return nil
}

// run runs a shell script in a box and returns what it says.
func run(s *Sandbox, script string) (string, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", err
	}
	defer r.Close()
	null, err := os.Open("/dev/null")
	if err != nil {
		return "", err
	}
	defer null.Close()
	p, err := s.Start(Command{
		Program: "/bin/sh", Args: []string{"sh", "-c", script}, Env: append(s.view.Environ(), "PATH="+s.view.Path), Dir: "/",
		Files: [3]int{int(null.Fd()), int(w.Fd()), int(w.Fd())},
	})
	w.Close()
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	var status unix.WaitStatus
	_, waited := unix.Wait4(p.Pid(), &status, 0, nil)
	_, ended := p.Close(ample)
	if err := errors.Join(err, waited, ended); err != nil {
		return "", err
	}
	if status != 0 {
		return string(text), fmt.Errorf("status %x", status)
	}
	return string(text), nil
}

// onMachine runs report on another machine, as its ordinary user.
func onMachine(t *testing.T, machine string) string {
	t.Helper()
	// A sandbox may have made us undumpable, and the maps of our children root's.
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), roleVariable+"=machine", machineVariable+"="+machine)
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 1, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 1, HostID: os.Getgid(), Size: 1}},
		AmbientCaps: []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_RESOURCE}, // to prepare it with
	}
	out, err := c.CombinedOutput()
	if strings.Contains(string(out), machine+":") || errors.Is(err, unix.EPERM) || errors.Is(err, unix.ENOSPC) {
		t.Skipf("cannot be emulated here: %v: %s", err, out)
	}
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// "Auto takes what there is and says what is missing and how to get it; strict
// refuses to run when a protection is missing."
func TestAutoDegradesAndStrictRefuses(t *testing.T) {
	for _, tt := range []struct {
		machine string
		off     []string // protections
		remedy  string
	}{
		{"masked /proc", []string{"proc"}, "systempaths=unconfined"},
		{"no user namespaces", []string{"processes", "files", "proc"}, "max_user_namespaces"},
		{"no PID namespaces", []string{"processes", "proc"}, "max_pid_namespaces"},
		{"no mount namespaces", []string{"files", "proc"}, "docs/isolation.md"},
	} {
		t.Run(tt.machine, func(t *testing.T) {
			out := onMachine(t, tt.machine)
			for _, name := range tt.off {
				if !strings.Contains(out, "\noff: "+name+": ") && !strings.HasPrefix(out, "off: "+name+": ") {
					t.Errorf("%s is not off:\n%s", name, out)
				}
			}
			for _, want := range []string{tt.remedy, "started\nx\n", "strict: --isolation strict: this machine lacks protections", "off, "} {
				if !strings.Contains(out, want) {
					t.Errorf("found\n%s\nwant %q in it", out, want)
				}
			}
		})
	}
}

// Each protection has its own switch, and the report says who switched it off.
func TestSwitches(t *testing.T) {
	for _, name := range Names() {
		text := "strict,-" + name
		if name == "user" {
			text += ",-threads" // which are counted by user
		}
		policy, err := ParsePolicy(text)
		if name == "privileges" {
			if err == nil {
				t.Error("privileges can be left out; want them dropped always")
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := Open(Settings{Policy: policy})
		if errors.As(err, new(MissingError)) {
			t.Skip(err) // strict is refused here, which TestAutoDegradesAndStrictRefuses expects in words
		}
		if err != nil {
			t.Fatal(err)
		}
		if s.Protections().On(name) {
			t.Errorf("%s is on", name)
		}
		if text, err := run(s, "echo started"); text != "started\n" || err != nil {
			t.Errorf("without %s: %q, %v", name, text, err)
		}
		s.Close()
	}
}
