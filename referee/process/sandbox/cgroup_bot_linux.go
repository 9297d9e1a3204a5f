package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Cgroup is the control group of one bot, in every hierarchy that is needed.
// The methods of nil do nothing. It is for one goroutine.
type Cgroup struct {
	of     *Cgroups
	limits CgroupLimits
	name   string
	dirs   []string // one for each hierarchy
	procs  []int    // to which a process writes "0" to join, of each; the first is of v2, if there is a dir

	dir     int       // the directory in v2, -1 without; and so for the files below
	killer  int       // cgroup.kill
	events  int       // cgroup.events
	freezer int       // cgroup.freeze, or freezer.state
	freezes [2]string // what is written to it to thaw and to freeze
	stat    int       // cpu.stat, or cpuacct.usage
	oom     int       // memory.events, or memory.oom_control
	usage   int       // memory.current, or memory.usage_in_bytes

	thawed   bool // it is not to be frozen
	frozen   bool
	killed   bool          // see Close
	cpu      time.Duration // used by earlier bots
	oomKills int64         // of earlier bots
	buf      []byte
}

// make makes a control group.
func (g *Cgroups) make(name string, limits CgroupLimits) (_ *Cgroup, err error) {
	c := &Cgroup{
		of: g, limits: limits, name: name, buf: make([]byte, 4096),
		dir: -1, killer: -1, events: -1, freezer: -1, stat: -1, oom: -1, usage: -1,
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.remove())
		}
	}()
	if g.unified != nil {
		dir, err := c.enter(*g.unified, procsFile)
		if err != nil {
			return nil, err
		}
		if c.dir, err = unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err != nil {
			return nil, err
		}
		c.killer, c.events = openFile(dir, killFile, unix.O_WRONLY), openFile(dir, eventsFile, unix.O_RDONLY)
		c.freezer, c.freezes = openFile(dir, freezeFile, unix.O_WRONLY), [2]string{"0", "1"}
		c.stat = openFile(dir, statFile, unix.O_RDONLY)
		if err := c.limitV2(dir); err != nil {
			return nil, err
		}
	}
	for controller, b := range g.v1 {
		dir, err := c.enter(b, tasksFile)
		if err == nil {
			err = c.limitV1(dir, controller)
		}
		if err != nil {
			return nil, err
		}
	}
	c.begin()
	return c, nil
}

// enter makes the group's directory in a hierarchy, and opens the file by which
// processes join.
func (c *Cgroup) enter(b base, file string) (string, error) {
	dir := filepath.Join(b.path, c.name)
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	c.dirs = append(c.dirs, dir)
	fd, err := unix.Open(filepath.Join(dir, file), unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		return "", err
	}
	c.procs = append(c.procs, fd)
	return dir, nil
}

func (c *Cgroup) limitV2(dir string) error {
	if c.of.memoryV2 {
		c.oom, c.usage = openFile(dir, "memory.events", unix.O_RDONLY), openFile(dir, "memory.current", unix.O_RDONLY)
		if c.limits.Memory > 0 {
			if err := write(dir, "memory.max", c.limits.Memory); err != nil {
				return err
			}
			// Both are missing in kernels that cannot do it. One process alone
			// that is killed would leave a bot that waits for it.
			if err := errors.Join(write(dir, "memory.swap.max", 0), write(dir, "memory.oom.group", 1)); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
	}
	if c.of.tasksV2 && c.limits.Tasks > 0 {
		return write(dir, "pids.max", int64(c.limits.Tasks))
	}
	return nil
}

func (c *Cgroup) limitV1(dir, controller string) error {
	switch controller {
	case "memory":
		c.oom, c.usage = openFile(dir, "memory.oom_control", unix.O_RDONLY), openFile(dir, "memory.usage_in_bytes", unix.O_RDONLY)
		if c.limits.Memory > 0 {
			if err := write(dir, "memory.limit_in_bytes", c.limits.Memory); err != nil {
				return err
			}
			// It is missing where swap is not counted.
			if err := write(dir, "memory.memsw.limit_in_bytes", c.limits.Memory); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
	case "pids":
		if c.limits.Tasks > 0 {
			return write(dir, "pids.max", int64(c.limits.Tasks))
		}
	case "freezer":
		c.freezer, c.freezes = openFile(dir, stateFile, unix.O_WRONLY), [2]string{"THAWED", "FROZEN"}
	case "cpuacct":
		c.stat = openFile(dir, usageFile, unix.O_RDONLY)
	}
	return nil
}

// openFile opens a file of a group, -1 if this kernel does not have it.
func openFile(dir, name string, flags int) int {
	fd, err := unix.Open(filepath.Join(dir, name), flags|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1
	}
	return fd
}

func write(dir, name string, n int64) error {
	return os.WriteFile(filepath.Join(dir, name), strconv.AppendInt(nil, n, 10), 0)
}

// keptShare divides the memory limit: at most that share may still be in a group when
// the next bot gets it. Most of it is pages of files, which are given back when they
// are needed. Some may be shared memory that an earlier bot has left on purpose.
const keptShare = 16

// begin readies the group for the next bot and reports whether it is fit for it.
func (c *Cgroup) begin() bool {
	if c.limits.Memory > 0 {
		if used, err := strconv.ParseInt(string(bytes.TrimSpace(c.read(c.usage))), 10, 64); err == nil && used > c.limits.Memory/keptShare {
			return false
		}
	}
	c.cpu, _ = c.used()
	c.oomKills = field(c.read(c.oom), "oom_kill")
	return true
}

// Limits returns the limits that the group was made with.
func (c *Cgroup) Limits() CgroupLimits {
	if c == nil {
		return CgroupLimits{}
	}
	return c.limits
}

// setFreezes says whether Freeze is to be used, if it can be.
func (c *Cgroup) setFreezes(on bool) {
	if c != nil {
		c.thawed = !on
	}
}

// Freezes reports whether the group can be frozen.
func (c *Cgroup) Freezes() bool { return c != nil && c.freezer >= 0 && !c.thawed }

// Freeze stops all processes of the group until Thaw, without their knowing.
// One that runs on another CPU at this moment stops a little later.
func (c *Cgroup) Freeze() error { return c.setFrozen(true) }

// Thaw lets the processes of the group go on.
func (c *Cgroup) Thaw() error { return c.setFrozen(false) }

func (c *Cgroup) setFrozen(frozen bool) error {
	if !c.Freezes() || c.frozen == frozen {
		return nil
	}
	text, verb := c.freezes[0], "thaw"
	if frozen {
		text, verb = c.freezes[1], "freeze"
	}
	if err := writeNow(c.freezer, text); err != nil {
		return fmt.Errorf("%s a control group: %w", verb, err)
	}
	c.frozen = frozen
	return nil
}

// Kill kills all processes of the group, also a frozen one. It does not wait for
// their end.
func (c *Cgroup) Kill() error {
	if c == nil {
		return nil
	}
	c.killed = true
	if c.killer >= 0 {
		if err := writeNow(c.killer, "1"); err != nil {
			return fmt.Errorf("kill a control group: %w", err)
		}
		return nil
	}
	err := c.Freeze()
	for _, pid := range c.pids() {
		unix.Kill(pid, unix.SIGKILL)
	}
	return errors.Join(err, c.Thaw()) // of v1, frozen processes do not die
}

// LetEnd lets the processes of a frozen group end after SIGKILL. In the v2 hierarchy they end
// without it.
func (c *Cgroup) LetEnd() error {
	if c == nil || c.dir >= 0 {
		return nil
	}
	return c.Thaw()
}

// pids returns the processes of the group.
func (c *Cgroup) pids() []int {
	var pids []int
	for _, dir := range c.dirs {
		pids = append(pids, readPids(filepath.Join(dir, procsFile))...)
	}
	slices.Sort(pids)
	return slices.Compact(pids)
}

// Processes returns the numbers of the processes of the group, as many as its buffer holds;
// false if they cannot be told at once.
func (c *Cgroup) Processes() ([]int, bool) {
	if c == nil || c.dir < 0 {
		return nil, false
	}
	var pids []int
	for text := c.read(c.procs[0]); len(text) > 0; {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		pids = append(pids, int(number(line)))
		text = rest
	}
	return pids, true
}

// CPU returns the processor time that all processes of the bot have used, those
// that have ended included, and false where it cannot be told.
func (c *Cgroup) CPU() (time.Duration, bool) {
	if c == nil {
		return 0, false
	}
	used, ok := c.used()
	return used - c.cpu, ok
}

// used returns the processor time that the group has ever used.
func (c *Cgroup) used() (time.Duration, bool) {
	text := c.read(c.stat)
	if len(text) == 0 {
		return 0, false
	}
	if c.dir >= 0 {
		return time.Duration(field(text, "usage_usec")) * time.Microsecond, true
	}
	return time.Duration(number(text)), true
}

// OOM reports whether the kernel has killed a process of the bot because the
// group would have used more than its limit of memory.
func (c *Cgroup) OOM() bool {
	return c != nil && field(c.read(c.oom), "oom_kill") > c.oomKills
}

// read reads a file of the group into its buffer, nothing if it is not there.
func (c *Cgroup) read(fd int) []byte {
	if fd < 0 {
		return nil
	}
	n, _, errno := syscall.RawSyscall6(unix.SYS_PREAD64, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(c.buf))), uintptr(len(c.buf)), 0, 0, 0)
	if errno != 0 {
		return nil
	}
	return c.buf[:n]
}

// writeNow writes to a file of a group. Like the reads it does not tell the Go
// scheduler, which costs more than the call; see nonblock_linux.go.
func writeNow(fd int, text string) error {
	_, _, errno := syscall.RawSyscall6(unix.SYS_PWRITE64, uintptr(fd), uintptr(unsafe.Pointer(unsafe.StringData(text))), uintptr(len(text)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// field returns a number of a file of lines such as "oom_kill 0", 0 if there is
// no such line.
func field(text []byte, name string) int64 {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		if len(line) > len(name) && line[len(name)] == ' ' && string(line[:len(name)]) == name {
			return number(line[len(name)+1:])
		}
		text = rest
	}
	return 0
}

// number reads the digits at the beginning of text.
func number(text []byte) (n int64) {
	for _, digit := range text {
		if digit < '0' || digit > '9' {
			break
		}
		n = 10*n + int64(digit-'0')
	}
	return n
}

// emptyLimit is how long the processes of a bot that was killed get to end.
const emptyLimit = 2 * time.Second

// Close kills what is left of the bot, waits for its end and leaves the group to
// the next bot. The error says which processes do not end; the group is not used again
// then.
func (c *Cgroup) Close() error {
	if c == nil {
		return nil
	}
	end := time.Now().Add(emptyLimit)
	for !c.empty() {
		if err := c.Kill(); err != nil {
			return err
		}
		if !c.awaitEmpty(end) {
			c.of.lose(c)
			return fmt.Errorf("processes %v of a bot were killed and have not ended after %v; they are left behind", c.pids(), emptyLimit)
		}
	}
	if c.killed {
		// A process that clone3(2) starts in a group that was ever killed may be
		// killed at once: the kernel takes it for one that was being started when
		// the group was killed. Seen with Linux 6.18.
		return c.remove()
	}
	if err := c.Thaw(); err != nil {
		return err
	}
	c.of.put(c)
	return nil
}

// empty reports whether no process is left but those that only wait to be waited
// for.
func (c *Cgroup) empty() bool {
	if c.events >= 0 {
		return bytes.Contains(c.read(c.events), []byte("populated 0"))
	}
	return len(c.pids()) == 0
}

// awaitEmpty waits until the group is empty, at most until end, and reports
// whether it is.
func (c *Cgroup) awaitEmpty(end time.Time) bool {
	for !c.empty() {
		left := time.Until(end)
		if left <= 0 {
			return false
		}
		if c.events < 0 {
			time.Sleep(time.Millisecond)
			continue
		}
		// A change of cgroup.events since it was read is told as POLLPRI.
		fds := []unix.PollFd{{Fd: int32(c.events), Events: unix.POLLPRI}}
		if _, err := unix.Poll(fds, int(left/time.Millisecond)+1); err != nil && !errors.Is(err, unix.EINTR) {
			return false
		}
	}
	return true
}

// remove removes the group, which is empty, or nearly.
func (c *Cgroup) remove() error {
	for _, fd := range append(c.procs, c.dir, c.killer, c.events, c.freezer, c.stat, c.oom, c.usage) {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
	var err error
	for _, dir := range c.dirs {
		err = errors.Join(err, removeTree(dir))
	}
	return err
}
