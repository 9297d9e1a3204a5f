//go:build linux && cgo

package sandbox

import (
	"fmt"
	"syscall"

	"golang.org/x/sys/unix"
)

// An ownership says that what an owner owns is a program's own. A program that root
// starts runs as another user. That user may not read what only the owner may, such as
// a folder of mktemp(1); so the program's binds map the owner to that user. See
// mount_setattr(2) on MOUNT_ATTR_IDMAP.
type ownership struct {
	owner, group, user uint32
}

// owner returns the user namespace for a path's owner, or -1 when there is none.
func (s *Sandbox) owner(path string, user uint32) int {
	var st unix.Stat_t
	if unix.Stat(path, &st) != nil {
		return -1
	}
	o := ownership{st.Uid, st.Gid, user}
	s.mu.Lock()
	defer s.mu.Unlock()
	fd, ok := s.owners[o]
	if !ok {
		fd = s.newOwner(o)
		s.owners[o] = fd
	}
	return fd
}

// newOwner makes the user namespace. A process has to be in it at first: an init
// that waits for nothing.
func (s *Sandbox) newOwner(o ownership) int {
	pid, err := syscall.ForkExec(fmt.Sprintf("/proc/self/fd/%d", s.init), []string{"init"}, &syscall.ProcAttr{
		Files: []uintptr{uintptr(s.alive[0])},
		Sys: &syscall.SysProcAttr{
			Cloneflags:  unix.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: int(o.owner), HostID: int(o.user), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: int(o.group), HostID: int(o.user), Size: 1}},
		},
	})
	if err != nil {
		return -1
	}
	fd, err := unix.Open(fmt.Sprintf("/proc/%d/ns/user", pid), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	unix.Kill(pid, unix.SIGKILL)
	unix.Wait4(pid, nil, 0, nil)
	if err != nil {
		return -1
	}
	return fd
}
