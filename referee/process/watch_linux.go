package process

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// hasCPUClock says that the processor time of a bot can be told here.
const hasCPUClock = true

// tellsDelays reports whether the scheduler tells how long a thread was
// runnable and not run. A kernel without CONFIG_SCHED_INFO tells zeros, or has
// no such file.
func tellsDelays(buf []byte) bool {
	t, ok := readSchedstat("/proc/thread-self/schedstat", buf)
	return ok && t.switches > 0
}

// survey reads what the scheduler tells of the bot, of its threads too if they
// are asked for. A process that has ended meanwhile is left out.
func (w *watch) survey(tasks bool, buf []byte) survey {
	w.findOthers(buf)
	var s survey
	own, _ := w.process(&s, w.pid, tasks, buf)
	s.own = own
	w.others = slices.DeleteFunc(w.others, func(pid int) bool {
		cpu, ok := w.process(&s, pid, tasks, buf)
		s.usage.others += cpu
		return !ok
	})
	return s
}

// process adds one process to the survey and returns its processor time.
func (w *watch) process(s *survey, pid int, tasks bool, buf []byte) (time.Duration, bool) {
	cpu, ok := processTime(pid)
	if !ok {
		return 0, false
	}
	path := "/proc/" + strconv.Itoa(pid)
	stat, ok := readStat(path+"/stat", buf)
	if !ok {
		return cpu, false
	}
	s.reaped += stat.reaped
	s.threads += stat.threads
	if !tasks {
		return cpu, true
	}
	if stat.threads <= 1 {
		s.add(path, pid, stat.runnable, cpu, buf)
		return cpu, true
	}
	threads, err := os.ReadDir(path + "/task")
	if err != nil {
		return cpu, true
	}
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		if err != nil {
			continue
		}
		file := path + "/task/" + thread.Name()
		if stat, ok := readStat(file+"/stat", buf); ok {
			s.add(file, id, stat.runnable, cpu, buf)
		}
	}
	return cpu, true
}

// add adds a thread to the survey.
func (s *survey) add(path string, id int, runnable bool, cpu time.Duration, buf []byte) {
	if t, ok := readSchedstat(path+"/schedstat", buf); ok {
		t.id, t.runnable, t.cpu = id, runnable, cpu
		s.tasks = append(s.tasks, t)
	}
}

// findOthers adds the processes that the bot has started since the last time.
// Each new process of the system is looked at once: those in the bot's group
// and those that bear its token are the bot's.
func (w *watch) findOthers(buf []byte) {
	pids, newest := younger(max(w.newest, w.pid), buf)
	w.newest = newest
	for _, pid := range pids {
		if _, ok := processTime(pid); !ok || pid == w.pid || slices.Contains(w.others, pid) {
			continue // it has ended, or is a thread
		}
		group, err := unix.Getpgid(pid)
		if err == nil && (group == w.pid || !isChild(pid) && bears(pid, w.token, buf)) {
			w.others = append(w.others, pid)
		}
	}
}

// readSchedstat reads a thread's schedstat: its processor time, how long it was
// runnable and not run, and how often it was given a CPU.
func readSchedstat(path string, buf []byte) (task, bool) {
	fields := bytes.Fields(readProc(path, buf))
	var numbers [3]int64
	if len(fields) != len(numbers) {
		return task{}, false
	}
	for i, field := range fields {
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil {
			return task{}, false
		}
		numbers[i] = n
	}
	return task{run: time.Duration(numbers[0]), delay: time.Duration(numbers[1]), switches: numbers[2]}, true
}

// A stat is what we need of /proc/PID/stat, or of a thread's.
type stat struct {
	runnable bool          // running, or waiting for a CPU
	reaped   time.Duration // processor time of its children that have ended and were waited for
	threads  int
}

// readStat reads a stat; see proc_pid_stat(5).
func readStat(path string, buf []byte) (stat, bool) {
	text := readProc(path, buf)
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // the name may have anything in it
	const state, cutime, cstime, threads = 0, 13, 14, 17
	if len(fields) <= threads {
		return stat{}, false
	}
	number := func(i int) int {
		n, err := strconv.Atoi(string(fields[i]))
		if err != nil {
			return 0 // cannot be
		}
		return n
	}
	return stat{
		runnable: string(fields[state]) == "R",
		reaped:   time.Duration(number(cutime)+number(cstime)) * tick,
		threads:  number(threads),
	}, true
}
