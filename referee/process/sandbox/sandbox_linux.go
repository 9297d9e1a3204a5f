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
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/view"
)

// A Sandbox starts programs in boxes, with the protections that it found to
// work. It is used by any number of goroutines.
type Sandbox struct {
	settings Settings
	report   Protections
	box      C.int32_t // flags of a launch
	landlock landlock
	cgroups  *Cgroups
	filters  map[rules][]C.struct_filter
	view     *view.View
	init     int    // descriptor of the init's program, or -1
	alive    [2]int // a pipe that nobody writes to; see init_linux.c
	shared   spaces // the namespaces that all boxes share
	scale    scale  // of boxes without a control group

	mu        sync.Mutex
	users     map[uint32]bool   // those of roots
	idle      []*root           // that no box uses, the longest unused first
	nets      []C.int32_t       // descriptors of network namespaces that no root has
	owners    map[ownership]int // descriptors of user namespaces
	launching int               // that need us to be dumpable
}

// innerUser is the user that a program sees as its own while it runs as ours outside.
// An ordinary user may choose only this number.
const innerUser = 1000

func open(settings Settings, shown *view.View) (*Sandbox, error) {
	s := &Sandbox{
		settings: settings, report: protections(), view: shown,
		filters: map[rules][]C.struct_filter{}, init: -1, alive: [2]int{-1, -1}, shared: noSpaces(), users: map[uint32]bool{}, owners: map[ownership]int{},
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

// Close releases what the sandbox holds, and ends the programs that it started.
func (s *Sandbox) Close() error {
	if s == nil {
		return nil
	}
	err := s.cgroups.Close()
	s.scale.ended.Wait()
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

// Group returns an empty control group with the limits, for Command.Group; nil if this machine
// has none.
func (s *Sandbox) Group(l Resources) (*Cgroup, error) {
	l = s.Grant(l)
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

// Boxed reports whether programs run in boxes, so that Start starts them. It is false for nil.
func (s *Sandbox) Boxed() bool { return s != nil }

// Encloses reports whether Process.Kill ends all processes of a box.
func (s *Sandbox) Encloses() bool { return s.box&C.BOX_PID != 0 }

// Start starts a program in a box. The caller waits for the process by its Pid, and then calls
// Close of the process. The error is a StartError.
func (s *Sandbox) Start(c Command) (*Process, error) {
	c.Limits = s.Grant(c.Limits)
	return s.start(&c, 0)
}

// start is Start with limits that are set, and flags that a box has beside those
// of all.
func (s *Sandbox) start(c *Command, flags C.int32_t) (*Process, error) {
	if err := s.lends(c); err != nil {
		return nil, err
	}
	r, err := s.takeRoot(c)
	if err != nil {
		return nil, err
	}
	p, proc := new(plan), &Process{sandbox: s, root: r}
	p.launch.box = s.flags(c) | flags
	if err = s.prepare(p, c, proc); err == nil {
		s.enter()
		proc.pid, err = p.run()
		s.leave()
		r.once = r.once || p.launch.numbered == 0
	}
	if err != nil {
		proc.Kill()
		proc.Close(dropLimit)
		return nil, err
	}
	if s.weighs() && flags&C.BOX_PROBE == 0 {
		proc.weight.limit = c.Limits.Memory
		s.scale.put(proc)
	}
	return proc, nil
}

// weighs reports whether the memory of boxes is bounded, and not by a control group.
func (s *Sandbox) weighs() bool { return s.report.On("memory") && !s.cgroups.on(FeatureMemory) }

// flags returns those of a box.
func (s *Sandbox) flags(c *Command) C.int32_t {
	if c.Network {
		return s.box &^ C.BOX_NET
	}
	return s.box
}

// prepare plans a launch.
func (s *Sandbox) prepare(p *plan, c *Command, proc *Process) error {
	user := proc.root.user
	l := &p.launch
	l.uid, l.gid = C.uint32_t(user), C.uint32_t(user)
	l.spaces = proc.root.spaces
	home := proc.root.home
	if s.box&C.BOX_ROOT == 0 {
		var err error
		if home, err = s.outsideScratch(proc); err != nil {
			return err
		}
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

// mapUser plans the maps of a user namespace, if one is to be made.
func (s *Sandbox) mapUser(p *plan, user uint32) {
	if s.box&C.BOX_USER == 0 {
		return
	}
	outer, group := int(user), int(user)
	switch {
	case s.shared[C.SPACE_SHARED] >= 0:
		outer, group = innerUser, innerUser
	case s.box&C.BOX_DROP == 0:
		group = os.Getegid()
	}
	p.launch.uid_map = p.put(fmt.Sprintf("%d %d 1", innerUser, outer))
	p.launch.gid_map = p.put(fmt.Sprintf("%d %d 1", innerUser, group))
}

// inner returns what a user is in a box.
func (s *Sandbox) inner(user uint32) uint32 {
	if s.box&C.BOX_USER != 0 {
		return innerUser
	}
	return user
}

// bound plans the limits.
func (s *Sandbox) bound(p *plan, l Resources) {
	p.limit(unix.RLIMIT_CORE, 1) // 0 still starts a program that takes cores, if core_pattern has one; see core(5)
	p.limit(unix.RLIMIT_NOFILE, openFiles)
	p.limit(unix.RLIMIT_FSIZE, l.Scratch)
	p.limit(unix.RLIMIT_MEMLOCK, 0)
	p.limit(unix.RLIMIT_NICE, 0)
	p.limit(unix.RLIMIT_RTPRIO, 0)
	if s.weighs() {
		p.limit(unix.RLIMIT_DATA, l.Memory)
		// The stack is not data. What it is without more is the caller's; a bot may
		// raise it to the hard limit.
		p.limit(unix.RLIMIT_STACK, l.Memory)
		p.limits[len(p.limits)-1].soft = C.uint64_t(min(l.Memory, rlimit{resource: unix.RLIMIT_STACK, soft: true}.found()))
	}
	if s.report.On("threads") && !s.cgroups.on(FeatureTasks) {
		p.limit(unix.RLIMIT_NPROC, int64(l.Threads))
	}
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

// leave makes us undumpable. So programs that run as our user without a box can neither read nor write our memory.
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

// unshare drops what boxes have shared and left.
func (s *Sandbox) unshare() {
	s.dropIdle(0)
	for _, net := range s.nets {
		unix.Close(int(net))
	}
	s.nets = nil
	s.shared.close(0)
}

// share makes the namespaces that all boxes share: one for users, and one for IPC,
// which without the system call filter would be a channel, so that each box has its
// own then.
func (s *Sandbox) share() error {
	s.unshare()
	p := new(plan)
	user, err := s.takeUser()
	if err != nil {
		return err
	}
	defer s.putUser(user)
	l := &p.launch
	l.box, l.uid, l.gid, l.spaces = s.box, C.uint32_t(user), C.uint32_t(user), s.shared
	if s.box&C.BOX_SECCOMP == 0 {
		l.box &^= C.BOX_IPC
	}
	s.mapUser(p, user)
	s.enter()
	C.share(l, (*C.char)(unsafe.Pointer(unsafe.SliceData(p.text))))
	s.leave()
	s.shared = l.spaces
	if l.stage != C.STAGE_NONE {
		return p.failed()
	}
	return nil
}
