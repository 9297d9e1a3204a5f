//go:build linux && cgo

package sandbox

/*
#include "launcher_linux.h"
*/
import "C"

import (
	"os"
	"slices"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/view"
)

// Accesses of landlock(7) to files.
const (
	reads    = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	writes   = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	forFiles = reads&^unix.LANDLOCK_ACCESS_FS_READ_DIR | writes | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// A landlock is what this kernel's landlock knows.
type landlock struct {
	fs, net, scoped uint64 // what it can forbid
	size            int    // of its attributes
}

// findLandlock asks the kernel.
func findLandlock() (landlock, error) {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return landlock{}, errno
	}
	fs := uint64(unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1) // all of version 1
	l := landlock{fs: fs, size: 8}
	if version >= 2 {
		l.fs |= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if version >= 3 {
		l.fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if version >= 4 {
		l.net, l.size = unix.LANDLOCK_ACCESS_NET_BIND_TCP|unix.LANDLOCK_ACCESS_NET_CONNECT_TCP, 16
	}
	if version >= 5 {
		l.fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if version >= 6 {
		l.scoped, l.size = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET|unix.LANDLOCK_SCOPE_SIGNAL, 24
	}
	return l, nil
}

// confine plans the rules of landlock: under a private root one for all of it,
// without one a rule for each thing that is bound elsewhere.
func (s *Sandbox) confine(p *plan, c *Command, home string) {
	l := s.landlock
	p.launch.landlock_fs, p.launch.landlock_net, p.launch.landlock_scoped = C.uint64_t(l.fs), C.uint64_t(l.net), C.uint64_t(l.scoped)
	p.launch.landlock_size = C.int32_t(l.size)
	if c.Network {
		p.launch.landlock_net = 0
	}
	allow := func(path string, access uint64) {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			access &= forFiles
		}
		p.rule(path, access&l.fs)
	}
	if s.report.On("files") {
		p.rule("/", reads&l.fs)
		p.rule(home, l.fs)
		p.rule("/dev", (reads|writes)&l.fs)
	} else {
		for _, folder := range slices.Concat(s.view.Folders(), c.Show, []view.Folder{{Path: "/etc/passwd"}, {Path: "/etc/group"}}) {
			for _, path := range folder.Leaves(folder.Path) {
				allow(path, reads)
			}
		}
		if c.Dir != "" {
			allow(c.Dir, unix.LANDLOCK_ACCESS_FS_READ_DIR)
		}
		if home != "" {
			allow(home, l.fs)
		}
		for _, path := range s.devices() {
			allow(path, reads|writes)
		}
		if c.Network {
			for _, path := range networkFiles {
				allow(path, reads)
			}
		}
	}
	for _, folder := range c.Show {
		if folder.Write {
			p.rule(folder.Path, l.fs)
		}
	}
	if c.Home != "" {
		p.rule(c.Home, l.fs)
	}
	p.rule("/proc", reads&l.fs)
}
