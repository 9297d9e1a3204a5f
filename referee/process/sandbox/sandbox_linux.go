//go:build linux && cgo

package sandbox

/*
#include "launcher_linux.h"
*/
import "C"

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Sandbox starts programs in boxes, with the protections that it found to
// work. It is used by any number of goroutines.
type Sandbox struct {
	settings Settings
	report   Report
	box      C.int32_t // flags of a launch
	landlock landlock
	cgroups  *Cgroups
	filters  map[rules][]C.struct_filter
	system   []string // folders and files of the system
	init     int      // descriptor of the init's program, or -1
	alive    [2]int   // a pipe that nobody writes to; see init_linux.c
	shared   [3]int   // descriptors of the namespaces for users, the network and IPC that boxes share, or -1

	mu        sync.Mutex
	users     map[uint32]bool   // those in use
	owners    map[ownership]int // descriptors of user namespaces
	launching int               // that need us to be dumpable
}

// Users of programs when we may choose: of the range that Debian reserves and
// gives to nobody. Programs that run at the same time have different ones, so
// that each has a count of threads of its own.
const (
	firstUser = 65000
	mostUsers = 500
)

// innerUser is the user that a program is for itself when it is ours outside,
// since that is all that an ordinary user may choose.
const innerUser = 1000

func open(settings Settings) (*Sandbox, error) {
	s := &Sandbox{
		settings: settings, report: protections(), system: findSystem(),
		filters: map[rules][]C.struct_filter{}, init: -1, alive: [2]int{-1, -1}, shared: [3]int{-1, -1, -1}, users: map[uint32]bool{}, owners: map[ownership]int{},
	}
	s.cgroups = OpenCgroups()
	if err := s.openFiles(); err != nil {
		s.Close()
		return nil, err
	}
	if err := s.probe(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// openFiles opens the init's program and its pipe.
func (s *Sandbox) openFiles() error {
	if err := unix.Pipe2(s.alive[:], unix.O_CLOEXEC); err != nil {
		return fmt.Errorf("pipe: %w", err)
	}
	fd, err := unix.MemfdCreate("init", unix.MFD_CLOEXEC)
	if err != nil {
		return fmt.Errorf("memfd_create: %w", err)
	}
	s.init = fd
	if _, err := unix.Write(fd, initProgram()); err != nil {
		return fmt.Errorf("write init: %w", err)
	}
	if err := unix.Fchmod(fd, 0o111); err != nil { // see run_init
		return fmt.Errorf("chmod init: %w", err)
	}
	// A file that is open for writing is not executed.
	readable, err := unix.Open(fmt.Sprintf("/proc/self/fd/%d", fd), unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open init: %w", err)
	}
	unix.Close(fd)
	s.init = readable
	return nil
}

// Close gives back what the sandbox holds. Programs that it started end.
func (s *Sandbox) Close() error {
	if s == nil {
		return nil
	}
	err := s.cgroups.Close()
	s.unshare()
	for _, fd := range s.owners {
		unix.Close(fd)
	}
	clear(s.owners)
	for _, fd := range []*int{&s.init, &s.alive[0], &s.alive[1]} {
		if *fd >= 0 {
			unix.Close(*fd)
			*fd = -1
		}
	}
	return err
}

// Group returns an empty control group for a program with the limits, nil if
// this machine has none. It is for Command.Group.
func (s *Sandbox) Group(l Limits) (*Cgroup, error) {
	l = l.Or(s.settings.Limits)
	var limits CgroupLimits
	if s.report.On("memory") {
		limits.Memory = l.Memory
	}
	if s.report.On("threads") {
		limits.Tasks = max(l.Threads, l.Processes)
	}
	g, err := s.cgroups.New(limits)
	g.setFreezes(s.report.On("freeze"))
	return g, err
}

// Boxed reports whether Start is to be used.
func (s *Sandbox) Boxed() bool { return s != nil }

// Encloses reports whether Process.Kill ends all processes of a box.
func (s *Sandbox) Encloses() bool { return s.box&C.BOX_PID != 0 }

// A Process is a program in a box.
type Process struct {
	sandbox *Sandbox
	pid     int
	init    int    // PID 1 of its namespace, 0 without
	space   uint64 // the inode of the namespace
	user    uint32 // 0 for ours
	scratch string // outside, without a private root
}

// Start starts a program. The caller waits for the process by its Pid, and
// calls Kill and Wait too.
func (s *Sandbox) Start(c Command) (*Process, error) {
	c.Limits = c.Limits.Or(s.settings.Limits)
	p, proc := new(plan), &Process{sandbox: s}
	if err := s.prepare(p, &c, proc); err != nil {
		proc.release()
		return nil, err
	}
	s.enter()
	initPid, pid, err := p.run()
	s.leave()
	if err != nil {
		proc.release()
		return nil, err
	}
	proc.pid, proc.init = pid, initPid
	if initPid > 0 {
		var st unix.Stat_t
		if err := unix.Stat(fmt.Sprintf("/proc/%d/ns/pid", pid), &st); err == nil {
			proc.space = st.Ino
		}
	}
	return proc, nil
}

// prepare plans a launch.
func (s *Sandbox) prepare(p *plan, c *Command, proc *Process) error {
	user, err := s.user(proc)
	if err == nil {
		err = s.lends(c)
	}
	if err != nil {
		return err
	}
	l := &p.launch
	l.box, l.uid, l.gid = s.box, C.uint32_t(user), C.uint32_t(user)
	if c.Network {
		l.box &^= C.BOX_NET
	}
	l.init_file, l.alive = C.int32_t(s.init), C.int32_t(s.alive[0])
	l.shared_user, l.shared_net, l.shared_ipc = C.int32_t(s.shared[0]), C.int32_t(s.shared[1]), C.int32_t(s.shared[2])
	inner := s.mapUser(p, user)
	l.root_options = p.put(rootSize)
	home := ""
	if s.box&C.BOX_ROOT != 0 {
		home = s.root(p, c, proc, inner)
	} else if home, err = s.outsideScratch(proc, user); err != nil {
		return err
	}
	if s.box&C.BOX_LANDLOCK != 0 {
		s.confine(p, c, home)
	}
	s.bound(p, c.Limits)
	if s.box&C.BOX_SECCOMP != 0 {
		p.filters = s.filter(s.rules(c))
	}
	l.group = -1
	if c.Group != nil {
		l.group = C.int32_t(c.Group.dir)
		for _, fd := range c.Group.procs {
			p.cgroups = append(p.cgroups, C.int32_t(fd))
		}
	}
	for i, fd := range c.Files {
		l.files[i] = C.int32_t(fd)
	}
	l.program, l.dir = p.put(c.Program), p.put(c.Dir)
	for _, arg := range c.Args {
		p.args = append(p.args, p.put(arg))
	}
	for _, assignment := range append([]string{"TMPDIR=" + home, "HOME=" + cmp.Or(c.Home, home)}, c.Env...) {
		p.env = append(p.env, p.put(assignment))
	}
	return nil
}

// filter returns the filter with these rules, which is made once.
func (s *Sandbox) filter(r rules) []C.struct_filter {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, ok := s.filters[r]
	if !ok {
		f = filter(r)
		s.filters[r] = f
	}
	return f
}

// mapUser plans the maps of the user namespace, if there is one, and returns what
// the user is in it.
func (s *Sandbox) mapUser(p *plan, user uint32) uint32 {
	if s.box&C.BOX_USER == 0 {
		return user
	}
	outer, group := int(user), int(user)
	switch {
	case s.shared[0] >= 0:
		outer, group = innerUser, innerUser
	case s.box&C.BOX_DROP == 0:
		group = os.Getegid()
	}
	p.launch.uid_map = p.put(fmt.Sprintf("%d %d 1", innerUser, outer))
	p.launch.gid_map = p.put(fmt.Sprintf("%d %d 1", innerUser, group))
	return innerUser
}

// bound plans the limits.
func (s *Sandbox) bound(p *plan, l Limits) {
	p.limit(unix.RLIMIT_CORE, 0)
	p.limit(unix.RLIMIT_NOFILE, openFiles)
	p.limit(unix.RLIMIT_FSIZE, l.Scratch)
	p.limit(unix.RLIMIT_MEMLOCK, 0)
	p.limit(unix.RLIMIT_NICE, 0)
	p.limit(unix.RLIMIT_RTPRIO, 0)
	if s.report.On("memory") && !s.cgroups.on(FeatureMemory) {
		p.limit(unix.RLIMIT_DATA, l.Memory)
	}
	if s.report.On("threads") && !s.cgroups.on(FeatureTasks) {
		p.limit(unix.RLIMIT_NPROC, int64(l.Threads))
	}
}

// user returns the user of a new process: a free one, or ours.
func (s *Sandbox) user(proc *Process) (uint32, error) {
	switch {
	case s.box&C.BOX_DROP != 0:
		return firstUser + uint32(os.Getpid())%mostUsers, nil // the owner of the shared user namespace
	case s.box&C.BOX_SETID == 0:
		return uint32(os.Geteuid()), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	first := uint32(os.Getpid()) // another referee on this machine begins elsewhere
	for i := range uint32(mostUsers) {
		if user := firstUser + (first+i)%mostUsers; !s.users[user] {
			s.users[user] = true
			proc.user = user
			return user, nil
		}
	}
	return 0, &StartError{Box: true, What: "user", Err: fmt.Errorf("all %d are in use", mostUsers)}
}

// outsideScratch makes the folder that a process without a private root may
// write to.
func (s *Sandbox) outsideScratch(proc *Process, user uint32) (string, error) {
	dir, err := os.MkdirTemp("", "arbiter-scratch-")
	if err != nil {
		return "", &StartError{Box: true, What: "scratch", Err: err}
	}
	proc.scratch = dir
	if proc.user != 0 {
		if err := os.Chown(dir, int(user), int(user)); err != nil {
			return "", &StartError{Box: true, What: "scratch", Err: err}
		}
	}
	return dir, nil
}

// enter makes us dumpable while the maps of a user namespace are written: the
// files in /proc of a process that is not dumpable are root's. See leave.
func (s *Sandbox) enter() {
	if s.box&C.BOX_USER == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.launching++
	unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0)
}

// leave makes us undumpable, so that what runs as our user without a box can neither read our memory nor write to it.
func (s *Sandbox) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.box&C.BOX_USER != 0 {
		if s.launching--; s.launching > 0 {
			return
		}
	}
	unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}

// Pid returns the number of the process, as we see it.
func (p *Process) Pid() int { return p.pid }

// Contains reports whether a process is in the box. It can tell only if the box
// encloses.
func (p *Process) Contains(pid int) bool {
	var st unix.Stat_t
	return p.init > 0 && pid != p.init && unix.Stat(fmt.Sprintf("/proc/%d/ns/pid", pid), &st) == nil && st.Ino == p.space
}

// Kill ends all processes of the box, if it encloses, but does not wait.
func (p *Process) Kill() {
	if p.init > 0 {
		unix.Kill(p.init, unix.SIGKILL)
	}
}

// Wait waits for the end of all processes of the box, if it encloses, for at most
// limit. The process itself has been waited for. The number of an init that has
// not ended by then is returned; it is to be waited for later.
func (p *Process) Wait(limit time.Duration) (lost int, err error) {
	defer p.release()
	pid := p.init
	if p.init = 0; pid == 0 {
		return 0, nil
	}
	for end := time.Now().Add(limit); ; {
		waited, err := unix.Wait4(pid, nil, unix.WNOHANG, nil)
		switch {
		case waited == pid:
			return 0, nil
		case err != nil && !errors.Is(err, unix.EINTR):
			return 0, fmt.Errorf("wait for a box: %w", err)
		case !time.Now().Before(end):
			return pid, fmt.Errorf("the processes of a box were killed and have not ended after %v; they are left behind", limit)
		}
		awaitExit(pid, time.Until(end))
	}
}

// awaitExit waits until a child has ended, for at most limit.
func awaitExit(pid int, limit time.Duration) {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		time.Sleep(time.Millisecond)
		return
	}
	defer unix.Close(fd)
	ts := unix.NsecToTimespec(int64(max(0, limit)))
	unix.Ppoll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, &ts, nil) // an interruption is the caller's to see
}

// release gives back the user and the scratch.
func (p *Process) release() {
	s := p.sandbox
	s.mu.Lock()
	delete(s.users, p.user)
	s.mu.Unlock()
	if p.scratch != "" {
		os.RemoveAll(p.scratch)
		p.scratch = ""
	}
}

// share makes the namespaces that boxes share. Without the system call filter
// they would be a channel, and each box has its own.
func (s *Sandbox) share() error {
	s.unshare()
	if s.box&C.BOX_SECCOMP == 0 {
		return nil
	}
	p, proc := new(plan), &Process{sandbox: s}
	defer proc.release()
	user, err := s.user(proc)
	if err != nil {
		return err
	}
	l := &p.launch
	l.box, l.uid, l.gid = s.box, C.uint32_t(user), C.uint32_t(user)
	s.mapUser(p, user)
	s.enter()
	C.share(l, (*C.char)(unsafe.Pointer(unsafe.SliceData(p.text))))
	s.leave()
	s.shared = [3]int{int(l.shared_user), int(l.shared_net), int(l.shared_ipc)}
	if l.stage != C.STAGE_NONE {
		return p.failed()
	}
	return nil
}

// unshare gives back the namespaces that boxes share.
func (s *Sandbox) unshare() {
	for i := range s.shared {
		if s.shared[i] >= 0 {
			unix.Close(s.shared[i])
			s.shared[i] = -1
		}
	}
}
