//go:build linux && cgo

package sandbox

/*
#include "launcher_linux.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// probe finds out which protections work, by starting boxes without a program.
// What fails is left out of the next.
func (s *Sandbox) probe() error {
	s.choose()
	for {
		err := s.share()
		if err == nil {
			err = s.try()
		}
		var failed *StartError
		if err == nil || !errors.As(err, &failed) || !s.without(failed) {
			return err
		}
	}
}

// try starts a box and ends it.
func (s *Sandbox) try() error {
	clear(s.filters)
	defer s.dropIdle(0)
	proc, err := s.start(&Command{Dir: "/", Files: [3]int{s.alive[0], s.alive[0], s.alive[0]}, Limits: s.settings.Limits}, C.BOX_PROBE)
	if err != nil {
		return err
	}
	unix.Wait4(proc.pid, nil, 0, nil)
	_, err = proc.Close(dropLimit)
	return err
}

// choose puts together what may work, as what we are.
func (s *Sandbox) choose() {
	s.box = C.BOX_SECCOMP
	r := s.report
	r.set("privileges", "")
	r.set("syscalls", "")
	switch {
	case s.settings.Policy.leavesOut("user") && os.Geteuid() == 0:
	case can(unix.CAP_SYS_ADMIN) && mayChooseUser():
		s.box |= C.BOX_SETID
		r.set("user", fmt.Sprintf("one of %d to %d each", firstUser, firstUser+mostUsers-1))
	case os.Geteuid() != 0:
		s.box |= C.BOX_USER
		r.set("user", "a user namespace; outside it is yours")
	case mayChooseUser():
		s.box |= C.BOX_USER | C.BOX_DROP
		r.set("user", fmt.Sprintf("a user namespace; outside it is one of %d to %d each", firstUser, firstUser+mostUsers-1))
	default:
		r.miss("user", "we are root and may not change the user", "run Arbiter as another user, or with CAP_SETUID and CAP_SETGID")
	}
	if s.box&C.BOX_USER != 0 || can(unix.CAP_SYS_ADMIN) {
		s.box |= C.BOX_PID | C.BOX_ROOT | C.BOX_NET | C.BOX_IPC | C.BOX_PROC
		for _, name := range []string{"processes", "files", "proc", "ipc"} {
			r.set(name, "")
		}
		r.set("network", "")
	} else {
		s.noNamespaces("root without CAP_SYS_ADMIN may not make namespaces here", "run Arbiter as another user")
	}
	if l, err := findLandlock(); err == nil {
		s.landlock = l
		s.box |= C.BOX_LANDLOCK
		r.set("landlock", "")
	} else {
		r.miss("landlock", fmt.Sprintf("the kernel has none: %v", err), "use Linux 5.13 or newer with landlock among its lsm=")
	}
	r.set("memory", "of each process (RLIMIT_DATA), and of all together, measured while they run; a control group would bound them at once")
	s.boundThreads()
	for _, f := range s.cgroups.Features() {
		name := map[string]string{FeatureMemory: "memory", FeatureTasks: "threads", FeatureFreeze: "freeze"}[f.Name]
		switch {
		case name == "":
		case f.On:
			r.set(name, f.How)
		case name == "freeze":
			r.miss(name, f.Why, f.Remedy)
		}
	}
	for _, name := range s.settings.Policy.Without {
		s.leaveOut(name, "left out by --isolation "+s.settings.Policy.String(), "", true)
	}
}

// boundThreads decides on RLIMIT_NPROC, which counts a user's tasks.
func (s *Sandbox) boundThreads() {
	switch {
	case s.cgroups.on(FeatureTasks):
		s.report.set("threads", "of its control group")
	case s.box&(C.BOX_SETID|C.BOX_DROP) != 0:
		s.report.set("threads", "of its user (RLIMIT_NPROC)")
	case s.box&C.BOX_USER != 0 && atLeast(5, 14):
		s.report.set("threads", "of its user namespace (RLIMIT_NPROC)")
	default:
		s.report.miss("threads", "the kernel would count all processes of your user together", "use user namespaces with Linux 5.14 or newer, or a control group")
	}
}

// leavesOut reports whether the operator left a protection out.
func (p Policy) leavesOut(name string) bool { return slices.Contains(p.Without, name) }

// can reports whether we have a capability.
func can(capability int) bool {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	return unix.Capget(&header, &data[0]) == nil && data[capability/32].Effective&(1<<(capability%32)) != 0
}

// mayChooseUser reports whether we can become the users of bots.
func mayChooseUser() bool {
	text, err := os.ReadFile("/proc/self/uid_map")
	return err == nil && can(unix.CAP_SETUID) && can(unix.CAP_SETGID) && mapsAll(string(text), firstUser, firstUser+mostUsers-1)
}

// mapsAll reports whether one line of a uid_map has both users.
func mapsAll(text string, users ...int) bool {
	for _, line := range strings.Split(text, "\n") {
		var inner, outer, count int
		if _, err := fmt.Sscan(line, &inner, &outer, &count); err == nil &&
			!slices.ContainsFunc(users, func(user int) bool { return user < inner || user >= inner+count }) {
			return true
		}
	}
	return false
}

// atLeast reports whether the kernel has a version.
func atLeast(major, minor int) bool {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return false
	}
	var a, b int
	_, err := fmt.Sscanf(unix.ByteSliceToString(name.Release[:]), "%d.%d", &a, &b)
	return err == nil && (a > major || a == major && b >= minor)
}

// without leaves out what failed at a stage, and reports whether that may help.
func (s *Sandbox) without(failed *StartError) bool {
	why := failed.Error()
	switch failed.stage {
	case C.STAGE_USER:
		s.noNamespaces(why, userNamespaceRemedy)
	case C.STAGE_PID, C.STAGE_INIT:
		s.leaveOut("processes", why, namespaceRemedy, false)
	case C.STAGE_MOUNT, C.STAGE_BIND, C.STAGE_ROOT:
		s.leaveOut("files", why, "use Linux 5.12 or newer, and in a container a seccomp profile that allows mounts; see docs/isolation.md", false)
	case C.STAGE_NET:
		s.lacks("network", C.BOX_NET, why, namespaceRemedy)
	case C.STAGE_IPC:
		s.lacks("ipc", C.BOX_IPC, why, namespaceRemedy)
	case C.STAGE_PROC:
		s.leaveOut("proc", why+": this /proc is masked", "in a container set systempaths=unconfined, with systemd no ProtectKernelTunables; see docs/isolation.md", false)
	case C.STAGE_LANDLOCK:
		s.leaveOut("landlock", why, "use Linux 5.13 or newer with landlock among its lsm=", false)
	case C.STAGE_SECCOMP:
		s.leaveOut("syscalls", why, "use a kernel with CONFIG_SECCOMP_FILTER", false)
	default:
		return false
	}
	return true
}

const (
	userNamespaceRemedy = "allow user namespaces: sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone=1, " +
		"kernel.apparmor_restrict_unprivileged_userns=0, in a container a seccomp profile that allows them; or run Arbiter as root; see docs/isolation.md"
	namespaceRemedy = "see sysctl user.max_pid_namespaces and the like, and in a container its seccomp profile; see docs/isolation.md"
)

// noNamespaces leaves out all that needs namespaces.
func (s *Sandbox) noNamespaces(why, remedy string) {
	s.leaveOut("processes", why, remedy, false)
	s.leaveOut("files", why, remedy, false)
	s.lacks("network", C.BOX_NET, why, remedy)
	s.lacks("ipc", C.BOX_IPC, why, remedy)
	if s.box&C.BOX_USER != 0 {
		s.box &^= C.BOX_USER
		if s.box&C.BOX_DROP != 0 {
			s.box = s.box&^C.BOX_DROP | C.BOX_SETID
			s.report.set("user", fmt.Sprintf("one of %d to %d each", firstUser, firstUser+mostUsers-1))
		} else {
			s.report.miss("user", why, remedy)
		}
		s.boundThreads()
	}
}

// lacks leaves a namespace out, for which the system call filter stands in.
func (s *Sandbox) lacks(name string, flag C.int32_t, why, remedy string) {
	s.box &^= flag
	if s.box&C.BOX_SECCOMP != 0 && !s.settings.Policy.leavesOut(name) {
		s.report.set(name, "by the system calls that are refused; "+why)
	} else {
		s.report.miss(name, why, remedy)
	}
}

// leaveOut leaves a protection out, and those that need it.
func (s *Sandbox) leaveOut(name, why, remedy string, chosen bool) {
	flags := map[string]C.int32_t{
		"processes": C.BOX_PID, "proc": C.BOX_PROC, "files": C.BOX_ROOT, "network": C.BOX_NET, "ipc": C.BOX_IPC,
		"landlock": C.BOX_LANDLOCK, "syscalls": C.BOX_SECCOMP, "user": C.BOX_SETID | C.BOX_DROP,
	}
	s.box &^= flags[name]
	s.report.miss(name, why, remedy)
	for i := range s.report {
		if s.report[i].Name == name {
			s.report[i].chosen = chosen
		}
	}
	if (name == "processes" || name == "files") && s.box&C.BOX_PROC != 0 {
		s.leaveOut("proc", "needs "+name, "", chosen)
	}
}
