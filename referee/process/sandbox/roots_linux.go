//go:build linux && cgo

package sandbox

/*
#include "launcher_linux.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/view"
)

// Users of programs when we may choose: of the range that Debian reserves and
// gives to nobody. Programs that run at the same time have different ones, so
// that each has a count of threads of its own.
const (
	firstUser = 65000
	mostUsers = 500
)

const (
	mostIdle  = 64              // roots that no box uses, if our open files allow; see keeps
	dropLimit = 5 * time.Second // bounds the wait for the end of an init
)

// A root is shared by boxes of the same command, one after the other and never at the
// same time. It is a user, a network, a PID namespace with its init, and a private root
// in which only the scratch can be written. It is used again as long as no bot leaves a
// process in it, a socket, or a trace in the scratch.
type root struct {
	key     string
	user    uint32
	home    string
	init    int // PID 1 of its namespace, 0 without
	spaces  spaces
	scratch int      // descriptor of its folder, -1 without a private root
	empty   state    // of the scratch
	once    bool     // it is for one box
	bound   []string // what of outside is in the private root
	seen    []entry  // what that was when it was bound
}

// A state is all that can be told of a scratch without a file.
type state struct {
	folder        unix.Stat_t
	blocks, files uint64 // that are free
	attributes    int    // bytes of extended ones
}

// look returns the state of a scratch.
func look(scratch int) (now state, err error) {
	var fs unix.Statfs_t
	if err := errors.Join(unix.Fstat(scratch, &now.folder), unix.Fstatfs(scratch, &fs)); err != nil {
		return state{}, err
	}
	now.blocks, now.files = fs.Bfree, fs.Ffree
	now.attributes, _ = unix.Flistxattr(scratch, nil) // 0 where there are none
	return now, nil
}

// unused reports whether the root is as it was when it was made, and can be used
// again.
func (r *root) unused() bool {
	if r.once || !r.deserted() {
		return false
	}
	now, err := look(r.scratch)
	return err == nil && now == r.empty
}

// deserted reports whether no process and no socket is left in the root.
func (r *root) deserted() bool {
	// Whoever is left when the bot has ended is a child of the init, or a child's.
	if children, err := r.read(fmt.Sprintf("task/%d/children", r.init)); children != "" || err != nil {
		return false
	}
	if r.spaces[C.SPACE_NET] < 0 {
		return true
	}
	// A socket that was sent through itself outlives its process. The first line is
	// a heading.
	sockets, err := r.read("net/unix")
	return err == nil && strings.Index(sockets, "\n") == len(sockets)-1
}

// read returns the start of a file of the init's in /proc.
func (r *root) read(name string) (string, error) {
	fd, err := unix.Open(fmt.Sprintf("/proc/%d/%s", r.init, name), unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	defer unix.Close(fd)
	var start [256]byte
	n, err := unix.Read(fd, start[:])
	return string(start[:max(0, n)]), err
}

// spaces are descriptors of namespaces by their SPACE_ number, -1 where there is
// none. Those before SPACE_NET are of all boxes.
type spaces [C.SPACES]C.int32_t

func noSpaces() (none spaces) {
	for i := range none {
		none[i] = -1
	}
	return none
}

func (s *spaces) close(from int) {
	for i := from; i < len(s); i++ {
		if s[i] >= 0 {
			unix.Close(int(s[i]))
			s[i] = -1
		}
	}
}

// An entry is a file or a folder as it was seen.
type entry struct {
	dev, ino uint64
	uid, gid uint32
}

// see looks at files and folders. One that is not there is an empty entry.
func see(paths []string) []entry {
	seen := make([]entry, len(paths))
	for i, path := range paths {
		var st unix.Stat_t
		if unix.Stat(path, &st) == nil {
			seen[i] = entry{uint64(st.Dev), st.Ino, st.Uid, st.Gid}
		}
	}
	return seen
}

// takeRoot returns a root for a command: an idle one that is as good as new, or a
// new one.
func (s *Sandbox) takeRoot(c *Command) (*root, error) {
	if c.Network || c.writes() {
		r, err := s.newRoot("", c)
		if err == nil {
			r.once = true
		}
		return r, err
	}
	key := fmt.Sprintf("%d %q %q %q %+v %q", c.Limits.Scratch, c.Dir, c.Program, c.Args, c.Show, c.Links)
	for r := s.takeIdle(key); r != nil; r = s.takeIdle(key) {
		if slices.Equal(see(r.bound), r.seen) && !r.ended() {
			return r, nil
		}
		s.drop(r, dropLimit)
	}
	return s.newRoot(key, c)
}

// takeIdle returns the idle root that was used last, so that those that are too
// many grow old.
func (s *Sandbox) takeIdle(key string) *root {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, r := range slices.Backward(s.idle) {
		if r.key == key {
			s.idle = slices.Delete(s.idle, i, i+1)
			return r
		}
	}
	return nil
}

// ended reports whether the init has, which somebody must have killed.
func (r *root) ended() bool {
	if r.init == 0 {
		return false
	}
	pid, err := unix.Wait4(r.init, nil, unix.WNOHANG, nil)
	if pid == r.init {
		r.init = 0
	}
	return pid != 0 || err != nil
}

func (s *Sandbox) newRoot(key string, c *Command) (*root, error) {
	user, err := s.takeUser()
	if err != nil {
		s.dropIdle(0)
		user, err = s.takeUser()
	}
	if err != nil {
		return nil, err
	}
	r := &root{key: key, user: user, home: scratch, spaces: s.shared, scratch: -1}
	if s.flags(c)&C.BOX_NET != 0 {
		r.spaces[C.SPACE_NET] = s.takeNet()
	}
	if slices.ContainsFunc(c.Show, func(f view.Folder) bool { return f.Path == scratch }) {
		r.home = otherScratch
	}
	if s.box&(C.BOX_ROOT|C.BOX_PID|C.BOX_USER) == 0 {
		r.once = true
		return r, nil
	}
	p := new(plan)
	if s.box&C.BOX_ROOT != 0 {
		s.plant(p, c, r)
		r.seen = see(r.bound)
	}
	s.mapUser(p, user)
	l := &p.launch
	l.box, l.uid, l.gid, l.spaces = s.flags(c), C.uint32_t(user), C.uint32_t(user), r.spaces
	l.init_file, l.alive = C.int32_t(s.init), C.int32_t(s.alive[0])
	l.root_options, l.home, l.steps = p.put(rootSize), p.put(r.home), C.int32_t(len(p.steps))
	s.enter()
	C.make_root(l, (*C.char)(unsafe.Pointer(unsafe.SliceData(p.text))), unsafe.SliceData(p.steps))
	s.leave()
	r.spaces, r.init, r.scratch = l.spaces, int(l.init), int(l.scratch)
	if l.stage != C.STAGE_NONE {
		s.drop(r, dropLimit)
		return nil, p.failed()
	}
	if r.init == 0 || r.scratch < 0 || s.box&C.BOX_SECCOMP == 0 {
		// It cannot be told whether it is unused. Without the filter of system calls
		// a bot could change its init's priority and limits, which others can read.
		r.once = true
		return r, nil
	}
	if r.empty, err = look(r.scratch); err != nil {
		s.drop(r, dropLimit)
		return nil, fmt.Errorf("look at a scratch: %w", err)
	}
	return r, nil
}

// putRoot gives back a root for the next box of its command.
func (s *Sandbox) putRoot(r *root) {
	s.mu.Lock()
	s.idle = append(s.idle, r)
	s.mu.Unlock()
	s.dropIdle(s.keeps())
}

// keeps returns how many idle roots are kept: each holds some eight open files, and
// what plays needs a hundred.
func (s *Sandbox) keeps() int {
	return int(max(0, min(mostIdle, (rlimit{resource: unix.RLIMIT_NOFILE}.found()-128)/8)))
}

// dropIdle drops idle roots but the last few.
func (s *Sandbox) dropIdle(keep int) {
	for {
		s.mu.Lock()
		if len(s.idle) <= keep {
			s.mu.Unlock()
			return
		}
		r := s.idle[0]
		s.idle = slices.Delete(s.idle, 0, 1)
		s.mu.Unlock()
		s.drop(r, dropLimit)
	}
}

// drop ends all processes in a root, waits for their end, for at most limit, and
// gives back what the root holds. The number of an init that has not ended by then
// is returned; its user is not used again.
func (s *Sandbox) drop(r *root, limit time.Duration) (lost int, err error) {
	if r.spaces[C.SPACE_NET] >= 0 && s.box&C.BOX_SECCOMP != 0 && r.deserted() {
		s.putNet(r.spaces[C.SPACE_NET])
		r.spaces[C.SPACE_NET] = -1
	}
	r.spaces.close(C.SPACE_NET)
	if r.scratch >= 0 {
		unix.Close(r.scratch)
	}
	if r.init > 0 {
		unix.Kill(r.init, unix.SIGKILL)
		switch _, ended, err := Reap(r.init, limit); {
		case err != nil:
			return 0, fmt.Errorf("wait for a box: %w", err)
		case !ended:
			return r.init, fmt.Errorf("the processes of a box were killed and have not ended after %v; they are left behind", limit)
		}
		r.init = 0
	}
	s.putUser(r.user)
	return 0, nil
}

// takeNet returns a network namespace that no root has, or -1: making one takes as
// long as half of the rest of a root. The filter of system calls leaves nothing in
// it but sockets of AF_UNIX.
func (s *Sandbox) takeNet() C.int32_t {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := len(s.nets) - 1
	if last < 0 {
		return -1
	}
	net := s.nets[last]
	s.nets = s.nets[:last]
	return net
}

// putNet gives back an empty network namespace.
func (s *Sandbox) putNet(net C.int32_t) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nets = append(s.nets, net)
}

// takeUser returns the user of a new root: a free one, or ours.
func (s *Sandbox) takeUser() (uint32, error) {
	switch {
	case s.box&C.BOX_DROP != 0:
		return firstUser + uint32(os.Getpid())%mostUsers, nil // the owner of the shared user namespace
	case s.box&C.BOX_SETID == 0:
		return uint32(os.Geteuid()), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	first := rand.Uint32N(mostUsers) // another referee on this machine takes others, and a bot learns nothing by its number
	for i := range uint32(mostUsers) {
		if user := firstUser + (first+i)%mostUsers; !s.users[user] {
			s.users[user] = true
			return user, nil
		}
	}
	return 0, &StartError{Box: true, What: "user", Err: fmt.Errorf("all %d are in use", mostUsers)}
}

// putUser gives back the user of a root, with the ownerships that map to it: of five
// hundred users they would be more open files than a process may have.
func (s *Sandbox) putUser(user uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.users[user] {
		return // it is that of all roots
	}
	delete(s.users, user)
	for o, fd := range s.owners {
		if o.user == user {
			unix.Close(fd)
			delete(s.owners, o)
		}
	}
}
