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

	"arbiter/referee/process/view"
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

// devices returns all that is in /dev. A mapping of /dev/zero that is shared is memory
// that is counted for no process; see apart.
func (s *Sandbox) devices() []string {
	paths := []string{"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"}
	if !s.weighs() {
		paths = append(paths, "/dev/zero")
	}
	return paths
}

// A tree is what a private root is made of. A folder is made before what is in
// it, once.
type tree struct {
	*plan
	made  map[string]bool // folders
	bound []string
}

// bind adds a read-only bind at a path, unless that is in one. The source has no
// link in it, or is not bound; one that is optional may be gone by then.
func (t *tree) bind(path, source string, isDir, optional bool) {
	if t.covers(path) {
		return
	}
	if isDir {
		t.folder(path)
	} else {
		t.file(path, "")
	}
	t.step(C.STEP_BIND, path, source, readOnly, optional)
	t.last().nofollow = 1
	t.bound = append(t.bound, path)
}

// last returns the last step.
func (t *tree) last() *C.struct_step { return &t.steps[len(t.steps)-1] }

// show adds what a box shows of a folder. What a program may read as its owner does
// is mapped to it, by a descriptor of a user namespace.
func (t *tree) show(f view.Folder, mapped func(path string) int) {
	info, err := os.Lstat(f.Real)
	first := len(t.steps)
	switch {
	case err != nil:
		return // a box without it is to fail if it needs it
	case f.Write:
		t.lend(f)
	case t.covers(f.Path):
		return
	case info.Mode()&os.ModeSymlink != 0:
		if target, err := os.Readlink(f.Real); err == nil {
			t.link(f.Path, target)
		}
	case len(f.Absent) > 0:
		t.apart(f, f.Path)
	default:
		t.bind(f.Path, f.Real, info.IsDir(), false)
	}
	if f.Owned {
		owner := C.int32_t(mapped(f.Real))
		for i := first; i < len(t.steps); i++ {
			if t.steps[i].op == C.STEP_BIND {
				t.steps[i].owner = owner
			}
		}
	}
	for _, path := range f.Empty {
		t.blank(path)
	}
}

// apart adds what is in a folder one by one, but for what is absent. What is made
// in it later is not in the box, whatever its name.
func (t *tree) apart(f view.Folder, dir string) {
	t.folder(dir)
	for _, entry := range f.Entries(dir) {
		path := filepath.Join(dir, entry.Name())
		switch {
		case slices.Contains(f.Absent, path):
		case entry.Type()&os.ModeSymlink != 0:
			if target, err := os.Readlink(f.Source(path)); err == nil {
				t.link(path, target)
			}
		case f.Lacks(path):
			t.apart(f, path)
		default:
			t.bind(path, f.Source(path), entry.IsDir(), true)
		}
	}
}

// blank makes a file or a folder that is bound an empty one.
func (t *tree) blank(path string) {
	switch info, err := os.Lstat(path); {
	case err != nil || !t.covers(path) || info.Mode()&os.ModeSymlink != 0:
	case info.IsDir():
		t.step(C.STEP_TMPFS, path, "size=4k,nr_inodes=1,mode=0555", unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, false)
	default:
		t.step(C.STEP_BIND, path, "/dev/null", device|unix.MOUNT_ATTR_NODEV, false)
	}
}

// link adds a link, unless something else is at its place.
func (t *tree) link(path, target string) {
	if t.covers(path) || t.made[path] {
		return
	}
	t.folder(filepath.Dir(path))
	t.made[path] = true
	t.step(C.STEP_LINK, path, target, 0, false)
}

// covers reports whether a path is in what is bound already.
func (t *tree) covers(path string) bool {
	return slices.ContainsFunc(t.bound, func(b string) bool { return within(path, b) })
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
	mapped := func(path string) int {
		if s.box&C.BOX_SETID == 0 {
			return -1
		}
		return s.owner(path, user)
	}
	folders := slices.Clone(c.Show)
	slices.SortStableFunc(folders, func(a, b view.Folder) int { return strings.Count(a.Path, "/") - strings.Count(b.Path, "/") })
	for _, f := range append(s.view.Folders(), folders...) {
		t.show(f, mapped)
		r.once = r.once || len(f.Absent) > 0 // what else is in it may come and go
	}
	for _, runtime := range s.view.Runtimes {
		for _, link := range runtime.Links {
			t.link(link, runtime.Path)
		}
	}
	for _, l := range c.Links {
		t.link(l.Path, l.To)
	}
	if c.Network {
		t.network()
	}
	r.bound = slices.Clone(t.bound)
	t.folder("/dev")
	for _, path := range s.devices() {
		var st unix.Stat_t
		if s.box&C.BOX_SETID != 0 && unix.Stat(path, &st) == nil {
			t.step(C.STEP_DEVICE, path, "", st.Rdev, false) // cheaper than a bind
		} else {
			t.file(path, "")
			t.step(C.STEP_BIND, path, path, device, false)
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
func mostFiles(l Resources) int64 { return max(4096, l.Scratch>>14) }

// rootSize is the size of the root, a tmpfs with folders, links and two small files.
const rootSize = "1m"

// within reports whether a path is a folder or in it.
func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}
