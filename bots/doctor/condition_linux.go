package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// condition looks at what the bot does. It waits for input when the pipe to it is
// empty and a thread is in read(2) on it, or when no thread runs and none sleeps
// for a time: then it polls.
func (p *probe) condition() condition {
	c := condition{unread: -1, known: true}
	if unread, err := unix.IoctlGetInt(int(p.stdin.Fd()), unix.TIOCINQ); err == nil {
		c.unread = unread
	}
	var ours unix.Stat_t
	if err := unix.Fstat(int(p.stdin.Fd()), &ours); err != nil {
		return condition{unread: -1}
	}
	stdin := fmt.Sprintf("pipe:[%d]", ours.Ino)
	reading, running, sleeping := false, false, false
	if time.Since(p.foundAt) > findAgain {
		p.found, p.foundAt = findDescendants(p.token), time.Now()
	}
	c.gone = true
	for _, d := range p.found {
		dir := "/proc/" + strconv.Itoa(d.pid)
		c.cpu += processorTime(dir)
		tasks, err := filepath.Glob(dir + "/task/[0-9]*")
		if err != nil || len(tasks) == 0 {
			continue
		}
		c.gone = false
		resident, _, reserved := memoryOf(d.pid)
		c.resident, c.reserved = c.resident+resident, c.reserved+reserved
		for _, task := range tasks {
			st := state(task)
			running = running || st == "R" || st == "D"
			call, args := systemCall(task)
			switch call {
			case unix.SYS_READ, unix.SYS_READV:
				target, err := os.Readlink(dir + "/fd/" + strconv.FormatUint(args, 10))
				reading = reading || err == nil && target == stdin
			case unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP:
				sleeping = true
			}
		}
	}
	c.runnable = running
	c.waiting = !c.gone && c.unread == 0 && !running && (reading || !sleeping)
	return c
}

// findAgain is how long the processes of a bot that were found are looked at before
// they are looked for again, which reads all of /proc.
const findAgain = 200 * time.Millisecond

// state returns the letter of a thread's state, see proc_pid_stat(5).
func state(task string) string {
	fields := statFields(task)
	if len(fields) == 0 {
		return ""
	}
	return fields[0]
}

// statFields returns the fields of a stat after the name.
func statFields(dir string) []string {
	text, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return nil
	}
	return strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
}

// processorTime returns what a process has used, in ticks of 10 ms.
func processorTime(dir string) time.Duration {
	fields := statFields(dir)
	const utime, stime = 11, 12
	if len(fields) <= stime {
		return 0
	}
	var ticks int64
	for _, field := range fields[utime : stime+1] {
		if n, err := strconv.ParseInt(field, 10, 64); err == nil {
			ticks += n
		}
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// systemCall returns the number of the system call in which a thread is blocked, and
// its first argument. The number is -1 if the thread is in no system call or cannot be
// examined.
func systemCall(task string) (number int, first uint64) {
	text, err := os.ReadFile(task + "/syscall")
	if err != nil {
		return -1, 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return -1, 0 // "running"
	}
	number, err = strconv.Atoi(fields[0])
	if err != nil {
		return -1, 0
	}
	first, err = strconv.ParseUint(fields[1], 0, 64)
	if err != nil {
		return -1, 0
	}
	return number, first
}

// busyness returns how many threads want a CPU for each CPU that there is, less
// one: 0 on an idle machine.
func busyness() int {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 4 {
		return 0
	}
	runnable, _, _ := strings.Cut(fields[3], "/")
	n, err := strconv.Atoi(runnable)
	if err != nil {
		return 0
	}
	return max(0, (n-1)/runtime.NumCPU())
}
