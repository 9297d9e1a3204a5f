//go:build linux && cgo

package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// A scale weighs boxes without a control group. It adds up the memory of their processes,
// and kills every process of a box that exceeds its limit. RLIMIT_DATA counts each process
// alone, and leaves out page tables and read-only pages.
// One goroutine looks at all boxes, as long as there are any.
type scale struct {
	mu    sync.Mutex
	boxes map[*Process]time.Time // when each is looked at next
	wake  chan struct{}
	ended sync.WaitGroup
}

// A weight is what the scale knows of a box.
type weight struct {
	mu     sync.Mutex
	limit  int64 // bytes; 0 is not weighed
	over   atomic.Bool
	closed bool
	buf    []byte
}

const (
	// fastest is how fast one CPU can fill memory, in bytes a second: the kernel
	// clears huge pages at that rate. From it follows when a box is looked at next.
	fastest = 4 << 30
	// soonest is the least time between two looks at a box.
	soonest = 2 * time.Millisecond
	// restPerLook is how many times the duration of a look passes before the next.
	restPerLook = 4
)

// put adds a box.
func (s *scale) put(p *Process) {
	p.weight.buf = make([]byte, 16<<10)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.boxes == nil {
		s.boxes, s.wake = map[*Process]time.Time{}, make(chan struct{}, 1)
	}
	s.boxes[p] = time.Now().Add(untilLook(p.weight.limit))
	if len(s.boxes) == 1 {
		s.ended.Go(s.run)
	}
	s.rouse()
}

// take removes a box, and waits until nobody looks at it.
func (s *scale) take(p *Process) {
	s.mu.Lock()
	delete(s.boxes, p)
	s.rouse()
	s.mu.Unlock()
	p.weight.mu.Lock()
	p.weight.closed = true
	p.weight.mu.Unlock()
}

// rouse lets the goroutine look at the boxes again, if there is one.
func (s *scale) rouse() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// run looks at boxes until there is none.
func (s *scale) run() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
		case <-s.wake:
		}
		now, next := time.Now(), time.Now().Add(time.Hour)
		var due []*Process
		s.mu.Lock()
		if len(s.boxes) == 0 {
			s.boxes = nil
			s.mu.Unlock()
			return
		}
		for p, at := range s.boxes {
			if !at.After(now) {
				due = append(due, p)
			} else if at.Before(next) {
				next = at
			}
		}
		s.mu.Unlock()
		for _, p := range due {
			begun := time.Now()
			at := begun.Add(p.weigh())
			at = at.Add(restPerLook * time.Since(begun))
			s.mu.Lock()
			if _, ok := s.boxes[p]; ok {
				s.boxes[p] = at
			}
			s.mu.Unlock()
			if at.Before(next) {
				next = at
			}
		}
		timer.Reset(time.Until(next))
	}
}

// untilLook returns for how long a box cannot use up what is left to it.
func untilLook(left int64) time.Duration {
	rate := fastest * float64(min(4, runtime.NumCPU()))
	return max(soonest, time.Duration(float64(left)/rate*float64(time.Second)))
}

// weigh looks at a box, ends it if it uses too much, and returns when to look again.
func (p *Process) weigh() time.Duration {
	w := &p.weight
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.over.Load() {
		return time.Hour
	}
	members := p.members()
	var used int64
	for _, m := range members {
		used += m.total()
	}
	if used > w.limit {
		// Pages that processes share have been counted for each of them.
		used = exactly(members, w.buf)
	}
	if used <= w.limit {
		return untilLook(w.limit - used)
	}
	w.over.Store(true)
	if p.root.init > 0 {
		unix.Kill(p.root.init, unix.SIGKILL)
	}
	for _, m := range members {
		// Within this look a number can hardly become another process's, and one
		// that is still in the list of its parent's children has not.
		if p.root.init == 0 {
			unix.Kill(m.pid, unix.SIGKILL)
		}
	}
	return time.Hour
}

// OverMemory reports whether the box was ended because its processes used more than
// its limit.
func (p *Process) OverMemory() bool { return p != nil && p.weight.over.Load() }

// A member is a process of a box, with what its status says of its memory.
type member struct {
	pid                                      int
	anonymous, shared, swapped, huge, tables int64 // bytes
	size                                     int64 // of addresses
	waits                                    bool  // as for a child of vfork(2)
}

// total returns what the process uses, with all that it shares.
func (m member) total() int64 { return m.anonymous + m.shared + m.swapped + m.huge + m.tables }

// members returns the processes of the box: the bot, and what its init and it have
// started.
func (p *Process) members() (members []member) {
	seen := map[int]bool{}
	todo := []int{p.pid}
	if p.root.init > 0 {
		seen[p.root.init] = true
		todo = append(todo, children(p.root.init, p.root.init, p.weight.buf)...)
	}
	for len(todo) > 0 {
		pid := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[pid] {
			continue
		}
		seen[pid] = true
		m, threads, zombie, ok := readMember(pid, pid, p.weight.buf)
		if !ok {
			continue
		}
		if threads <= 1 {
			members = append(members, m)
			todo = append(todo, children(pid, pid, p.weight.buf)...)
			continue
		}
		for _, thread := range threadsOf(pid) {
			todo = append(todo, children(pid, thread, p.weight.buf)...)
			if zombie && thread != pid { // the memory is that of the threads that are left
				if other, _, gone, ok := readMember(pid, thread, p.weight.buf); ok && !gone {
					m, zombie = other, false
				}
			}
		}
		members = append(members, m)
	}
	return members
}

// threadsOf returns the threads of a process.
func threadsOf(pid int) (threads []int) {
	entries, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid)) // none when it has ended
	for _, entry := range entries {
		if id, err := strconv.Atoi(entry.Name()); err == nil {
			threads = append(threads, id)
		}
	}
	return threads
}

// children returns the processes that a thread has started.
func children(pid, thread int, buf []byte) (pids []int) {
	for field := range bytes.FieldsSeq(readWhole(fmt.Sprintf("/proc/%d/task/%d/children", pid, thread), buf)) {
		if n, err := strconv.Atoi(string(field)); err == nil {
			pids = append(pids, n)
		}
	}
	return pids
}

// readMember reads the status of a thread; see proc_pid_status(5). The kernel counts
// pages thread by thread and adds them up late, by some hundred KiB for each.
func readMember(pid, thread int, buf []byte) (m member, threads int, zombie, ok bool) {
	m.pid = pid
	for line := range bytes.Lines(readWhole(fmt.Sprintf("/proc/%d/task/%d/status", pid, thread), buf)) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimSpace(value)
		ok = true
		switch string(name) {
		case "State":
			zombie = bytes.HasPrefix(value, []byte("Z")) || bytes.HasPrefix(value, []byte("X"))
			m.waits = bytes.HasPrefix(value, []byte("D"))
		case "Threads":
			threads = int(number(value))
		case "RssAnon":
			m.anonymous = number(value) << 10
		case "RssShmem":
			m.shared = number(value) << 10
		case "VmSwap":
			m.swapped = number(value) << 10
		case "HugetlbPages":
			m.huge = number(value) << 10
		case "VmPTE":
			m.tables = number(value) << 10
		case "VmSize":
			m.size = number(value) << 10
		}
	}
	return m, threads, zombie, ok
}

// exactly returns what processes use together, with each page counted once: by
// smaps_rollup, which takes the kernel a walk of all their page tables. Where that
// cannot be read, status is all there is.
func exactly(members []member, buf []byte) (used int64) {
	for i, m := range members {
		if sharesMemory(m, members[:i]) {
			continue
		}
		text := readWhole(fmt.Sprintf("/proc/%d/smaps_rollup", m.pid), buf)
		if len(text) == 0 {
			used += m.total()
			continue
		}
		used += m.tables
		for line := range bytes.Lines(text) {
			name, value, _ := bytes.Cut(line, []byte(":"))
			switch string(name) {
			case "Pss_Anon", "Pss_Shmem", "SwapPss", "Shared_Hugetlb", "Private_Hugetlb":
				used += number(bytes.TrimSpace(value)) << 10
			case "LazyFree": // which the kernel takes when it needs it
				used -= number(bytes.TrimSpace(value)) << 10
			}
		}
	}
	return used
}

// sharesMemory reports whether a process has the very memory of another one, as the
// child of vfork(2) has until it executes a program.
func sharesMemory(m member, others []member) bool {
	const vm = 1 // KCMP_VM
	for _, other := range others {
		if other.size != m.size {
			continue
		}
		order, _, errno := unix.Syscall6(unix.SYS_KCMP, uintptr(m.pid), uintptr(other.pid), vm, 0, 0, 0)
		if errno == 0 && order == 0 || errno != 0 && (m.waits || other.waits) && m.total() == other.total() {
			return true
		}
	}
	return false
}

// readWhole reads as much of a file of /proc as fits the buffer, nothing if it cannot
// be read.
func readWhole(path string, buf []byte) []byte {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	n := 0
	for n < len(buf) {
		more, err := unix.Read(fd, buf[n:])
		if err != nil || more == 0 {
			break
		}
		n += more
	}
	return buf[:n]
}
