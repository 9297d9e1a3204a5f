//go:build linux && cgo

package sandbox

/*
#include "launcher_linux.h"
*/
import "C"

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// scratch is where a program may write, which is its $TMPDIR and $HOME too.
const scratch = "/tmp"

// otherScratch is that of a program that is bound to scratch.
const otherScratch = "/scratch"

// Attributes of the mounts in a box.
const (
	writable = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
	readOnly = unix.MOUNT_ATTR_RDONLY | writable
	device   = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NOEXEC
)

// systemFolders have the programs and libraries of the system. What is a link
// here becomes one in the box.
var systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"}

// systemFiles are what programs need of /etc. Nothing in them is secret, and
// there is no more of /etc in a box.
var systemFiles = []string{
	"/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/java*", "/etc/mono", "/etc/dotnet",
}

// devices are all that is in /dev.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

// A tree is what a private root is made of. A folder is made before what is in
// it, once.
type tree struct {
	*plan
	made  map[string]bool // folders
	bound []string
}

// bind adds a bind of a folder or a file at its own place, unless it is in one,
// and reports whether it did.
func (t *tree) bind(path string, attributes uint64, optional bool) bool {
	if t.covers(path) {
		return false
	}
	info, err := os.Lstat(path)
	switch {
	case err != nil && optional:
		return false
	case err == nil && info.Mode()&os.ModeSymlink != 0 && optional:
		if target, err := os.Readlink(path); err == nil {
			t.folder(filepath.Dir(path))
			t.step(C.STEP_LINK, path, target, 0, false)
		}
		return false
	}
	if info, err = os.Stat(path); err == nil && info.IsDir() {
		t.folder(path)
	} else {
		t.file(path, "")
	}
	t.step(C.STEP_BIND, path, path, attributes, optional)
	t.bound = append(t.bound, path)
	return true
}

// covers reports whether a path is in what is bound already.
func (t *tree) covers(path string) bool {
	return slices.ContainsFunc(t.bound, func(b string) bool { return within(path, b) })
}

// within reports whether a path is a folder or in it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// folder adds a folder and those above it.
func (t *tree) folder(path string) {
	if path == "/" || t.made[path] {
		return
	}
	t.folder(filepath.Dir(path))
	t.made[path] = true
	t.step(C.STEP_DIR, path, "", 0, false)
}

func (t *tree) file(path, content string) {
	t.folder(filepath.Dir(path))
	t.step(C.STEP_FILE, path, content, 0, false)
}

// plant plans the private root of a command.
func (s *Sandbox) plant(p *plan, c *Command, r *root) {
	user := s.inner(r.user)
	t := &tree{plan: p, made: map[string]bool{}}
	t.folder(r.home)
	t.step(C.STEP_TMPFS, r.home, fmt.Sprintf("size=%d,nr_inodes=%d,mode=0700,uid=%d,gid=%d", c.Limits.Scratch, mostFiles(c.Limits), user, user),
		unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOATIME, false)
	for _, path := range s.system {
		t.bind(path, readOnly, true)
	}
	binds := slices.Concat(s.settings.Bind, c.Bind, c.Write)
	slices.SortStableFunc(binds, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
	for _, path := range binds {
		lends := slices.Contains(c.Write, path)
		if (lends && t.lend(path) || !lends && t.bind(path, readOnly, false)) && s.box&C.BOX_SETID != 0 {
			t.steps[len(t.steps)-1].owner = C.int32_t(s.owner(path, user))
		}
	}
	for _, path := range c.Write {
		t.keep(filepath.Join(path, ".git"))
	}
	if c.Network {
		t.network()
	}
	r.bound = slices.Clone(t.bound)
	for _, path := range s.settings.Hide {
		if _, err := os.Lstat(path); t.covers(path) && err == nil {
			t.step(C.STEP_BIND, path, "/dev/null", device|unix.MOUNT_ATTR_NODEV, false)
		}
		r.once = r.once || t.covers(path) // it may come, go and be another one
	}
	t.folder("/dev")
	for _, path := range devices {
		var st unix.Stat_t
		if s.box&C.BOX_SETID != 0 && unix.Stat(path, &st) == nil {
			t.step(C.STEP_DEVICE, path, "", st.Rdev, false) // cheaper than a bind
		} else {
			t.bind(path, device, false)
		}
	}
	for _, link := range [][2]string{{"fd", "/proc/self/fd"}, {"stdin", "fd/0"}, {"stdout", "fd/1"}, {"stderr", "fd/2"}, {"shm", r.home}} {
		t.step(C.STEP_LINK, "/dev/"+link[0], link[1], 0, false)
	}
	t.folder("/var")
	t.step(C.STEP_LINK, "/var/tmp", r.home, 0, false)
	t.file("/etc/passwd", fmt.Sprintf("bot:x:%d:%d:bot:%s:/bin/sh\n", user, user, cmp.Or(c.Home, r.home)))
	t.file("/etc/group", fmt.Sprintf("bot:x:%d:\n", user))
	hosts := "files"
	if c.Network {
		hosts = "files dns"
	}
	t.file("/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: "+hosts+"\n")
	t.folder("/proc")
	if s.report.On("processes") && !s.report.On("proc") {
		t.step(C.STEP_BIND, "/proc", "/proc", readOnly|unix.MOUNT_ATTR_NOEXEC, false)
	}
	t.folder(c.Dir)
	// In a user namespace the folders in the scratch are the bot's own, and what
	// it does to them cannot be seen; see state.
	inScratch := func(path string) bool { return within(path, r.home) }
	if s.box&C.BOX_USER != 0 && (inScratch(c.Dir) || slices.ContainsFunc(r.bound, inScratch)) {
		r.once = true
	}
}

// mostFiles returns how many files a scratch has, one for each 16 KiB: kernel
// memory is not counted as its own.
func mostFiles(l Limits) int64 { return max(4096, l.Scratch>>14) }

// rootSize is that of the tmpfs that is the root, which has folders, links and
// two small files.
const rootSize = "1m"

// findSystem returns the folders and files of the system that are here.
func findSystem() []string {
	found := slices.Clone(systemFolders)
	for _, pattern := range systemFiles {
		matches, _ := filepath.Glob(pattern) // none of ours is malformed
		found = append(found, matches...)
	}
	return slices.DeleteFunc(found, func(path string) bool {
		_, err := os.Lstat(path)
		return err != nil
	})
}
