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
// are asked for. Processes that have ended are forgotten.
func (w *watch) survey(tasks bool, buf []byte) survey {
	var s survey
	if tasks { // first, since we may not be run while we read the rest
		s.us, _ = readSchedstat("/proc/thread-self/schedstat", buf)
		s.us.id = unix.Gettid()
	}
	if w.cpus == 0 {
		var set unix.CPUSet
		if unix.SchedGetaffinity(w.pid, &set) == nil {
			w.cpus = set.Count()
		}
	}
	s.own, _ = processTime(w.pid)
	s.read(w.pid, s.own, tasks, buf)
	w.others = slices.DeleteFunc(w.others, func(o other) bool {
		_, ok := processTime(o.pid)
		return !ok
	})
	for i := range w.others {
		o := &w.others[i]
		cpu, _ := processTime(o.pid)
		s.usage.others += cpu
		if tasks {
			o.resident = o.resident || o.cpu == cpu // it sleeps, or waits for a CPU
			o.cpu = cpu
		}
		if o.resident {
			s.read(o.pid, cpu, tasks, buf)
		} else {
			s.threads++ // at least
			s.crowd = true
		}
	}
	if s.crowd && tasks {
		s.idle = w.idleTimes(buf)
	}
	if all, ok := w.all(); ok {
		s.usage = usage{own: all} // exactly, without ticks and with those that nobody waited for
	}
	return s
}

// idleTimes returns for how long each CPU of the bot has been idle; see proc_stat(5).
func (w *watch) idleTimes(buf []byte) []time.Duration {
	var set unix.CPUSet
	if unix.SchedGetaffinity(w.pid, &set) != nil {
		return nil
	}
	var idle []time.Duration
	for line := range bytes.Lines(readProc("/proc/stat", buf)) {
		name, ok := bytes.CutPrefix(line, []byte("cpu"))
		fields := bytes.Fields(name)
		const idleField, waitField = 4, 5
		if !ok || len(fields) <= waitField || name[0] == ' ' { // the sum of all
			continue
		}
		var numbers [3]int
		for i, field := range [...][]byte{fields[0], fields[idleField], fields[waitField]} {
			numbers[i], _ = strconv.Atoi(string(field)) // cannot fail
		}
		if set.IsSet(numbers[0]) {
			idle = append(idle, time.Duration(numbers[1]+numbers[2])*tick)
		}
	}
	return idle
}

// read adds to the survey what /proc tells of a process that has used so much
// processor time.
func (s *survey) read(pid int, cpu time.Duration, tasks bool, buf []byte) {
	path := "/proc/" + strconv.Itoa(pid)
	process, ok := readStat(path+"/stat", buf)
	if !ok {
		return
	}
	s.reaped += process.reaped
	s.threads += process.threads
	if !tasks {
		return
	}
	if process.threads <= 1 {
		s.add(path, pid, process.runnable, cpu, buf)
		return
	}
	threads, err := os.ReadDir(path + "/task")
	if err != nil {
		return // it has ended
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
}

// add adds a thread to the survey.
func (s *survey) add(path string, id int, runnable bool, cpu time.Duration, buf []byte) {
	if t, ok := readSchedstat(path+"/schedstat", buf); ok {
		t.id, t.runnable, t.cpu = id, runnable, cpu
		s.tasks = append(s.tasks, t)
	}
}

// findOthers adds the processes that the bot has started since the last time. A control
// group lists them. Without one, each new process of the system is looked at once, when it
// can be found: those in the bot's process group, in its box, and those that bear its token
// are the bot's.
// To read an environment can take as long as the process takes to start, which on a busy
// machine is long. It is only done where the processor time depends on it.
func (w *watch) findOthers(buf []byte) {
	if pids, ok := w.group.Processes(); ok {
		for _, pid := range pids {
			if pid != w.pid && !slices.ContainsFunc(w.others, func(o other) bool { return o.pid == pid }) {
				w.others = append(w.others, other{pid: pid, cpu: -1})
			}
		}
		return
	}
	_, exact := w.all()
	pids, newest := younger(max(w.newest, w.pid), buf)
	pids = append(w.absent, pids...)
	w.newest, w.absent = newest, nil
	for _, pid := range pids {
		known := pid == w.pid || slices.ContainsFunc(w.others, func(o other) bool { return o.pid == pid })
		if _, ok := processTime(pid); !ok || known {
			if gone(pid) {
				w.absent = append(w.absent, pid)
			}
			continue // it has ended, is a thread, or has not started yet
		}
		group, err := unix.Getpgid(pid)
		if err == nil && (group == w.pid || w.boxes(pid) || !w.inside && !exact && !isChild(pid) && bears(pid, w.token, buf)) {
			w.others = append(w.others, other{pid: pid, cpu: -1})
		}
	}
	w.absent = w.absent[max(0, len(w.absent)-mostNumbers):]
}

// boxes reports whether the process is in the bot's box.
func (w *watch) boxes(pid int) bool { return w.box != nil && w.box.Contains(pid) }

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
