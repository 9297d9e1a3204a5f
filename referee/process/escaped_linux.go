package process

import (
	"bytes"
	"fmt"
	"os"
	"strconv"

	"time"

	"golang.org/x/sys/unix"
)

// escapedPasses is how often the processes are looked through for children
// that escaped: one may start another while it is being killed. A bot that
// starts them faster is beyond us; that takes a container.
const escapedPasses = 8

// mostNumbers is up to how many process numbers are looked at one by one;
// beyond, the list of processes is shorter.
const mostNumbers = 256

// killEscaped kills the processes that the bot left behind outside its
// process group (setsid, daemons), and waits for their end. They are known by
// the token in their environment; one that was started with another
// environment survives.
//
// A child subreaper would find the same processes, but its adopted children
// stay zombies until they are waited for, and which of the program's children
// are whose cannot be told then. So the processes younger than the bot are
// looked at instead: some ten microseconds, since they are few.
func killEscaped(bot int, token string) {
	for range escapedPasses {
		killed := false
		for _, pid := range younger(bot) {
			if bears(pid, token) && killBearer(pid, token) {
				killed = true
			}
		}
		if !killed {
			return
		}
	}
}

// younger returns the numbers of the processes started after pid; some may
// have ended, or be threads.
func younger(pid int) []int {
	text, err := os.ReadFile("/proc/loadavg") // ends with the last number given out
	if err != nil {
		return nil
	}
	last, err := strconv.Atoi(string(text[bytes.LastIndexByte(bytes.TrimSpace(text), ' ')+1 : len(bytes.TrimSpace(text))]))
	if err != nil {
		return nil
	}
	var pids []int
	if wrapped := last < pid; !wrapped && last-pid <= mostNumbers {
		for n := pid + 1; n <= last; n++ {
			pids = append(pids, n)
		}
		return pids
	}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		if n, err := strconv.Atoi(entry.Name()); err == nil && (n > pid || last < pid) {
			pids = append(pids, n)
		}
	}
	return pids
}

// bears reports whether the process carries the token.
func bears(pid int, token string) bool {
	environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	return err == nil && bytes.Contains(environ, []byte(token))
}

// killBearer kills the process if it still bears the token once we hold on to
// it: from then on the number cannot become another process's.
func killBearer(pid int, token string) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return false // it ended, or is a thread of a process that is looked at itself
	}
	defer unix.Close(fd)
	if !bears(pid, token) || unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0) != nil {
		return false
	}
	return ready(fd, time.Second)
}
