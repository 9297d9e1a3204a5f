package doctor

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// What the system tells of processes is in /proc; systems without it tell nothing.

// A descendant is a process that the bot started, directly or not.
type descendant struct {
	pid     int
	command string
}

// findDescendants returns the live processes that have the token in their environment.
func findDescendants(token string) []descendant {
	dirs, err := filepath.Glob("/proc/[0-9]*") // a longer pattern would list what each folder has
	if err != nil {
		return nil
	}
	var found []descendant
	for _, dir := range dirs {
		env, err := os.ReadFile(filepath.Join(dir, "environ")) // empty for a zombie
		if err != nil || !bytes.Contains(env, []byte(token)) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			continue
		}
		command, err := os.ReadFile(filepath.Join(dir, "cmdline"))
		if err != nil {
			continue
		}
		found = append(found, descendant{pid, strings.TrimSpace(strings.ReplaceAll(string(command), "\x00", " "))})
	}
	return found
}

// memoryOf returns the resident and the shared memory of a process in bytes; 0 when they are
// unknown.
func memoryOf(pid int) (resident, shared int64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, 0
	}
	var size int64
	if _, err := fmt.Sscan(string(text), &size, &resident, &shared); err != nil {
		return 0, 0
	}
	page := int64(os.Getpagesize())
	return resident * page, shared * page
}

// activity returns the processor time of processes so far, and whether one of their threads
// runs, wants to, or waits for a disk; see proc_pid_stat(5).
func activity(processes []descendant) (cpu time.Duration, runnable bool) {
	const state, utime, stime, tick = 0, 11, 12, 10 * time.Millisecond
	for _, d := range processes {
		tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/[0-9]*/stat", d.pid))
		if err != nil {
			continue
		}
		for _, task := range tasks {
			text, err := os.ReadFile(task)
			fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // without the name
			if err != nil || len(fields) <= stime {
				continue // it has ended
			}
			runnable = runnable || fields[state] == "R" || fields[state] == "D"
			for _, field := range fields[utime : stime+1] {
				ticks, _ := strconv.Atoi(field) // cannot fail
				cpu += time.Duration(ticks) * tick
			}
		}
	}
	return cpu, runnable
}

// busyness returns how many threads want a CPU for each CPU that there is, less
// one: 0 on an idle machine.
func busyness() int {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	var loads [3]float64
	var runnable int
	if _, err := fmt.Sscanf(string(text), "%g %g %g %d/", &loads[0], &loads[1], &loads[2], &runnable); err != nil {
		return 0
	}
	return max(0, (runnable-1)/runtime.NumCPU())
}
