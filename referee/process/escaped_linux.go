package process

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"arbiter/referee/process/sandbox"
)

// escapedPasses is how often the processes are looked through for children
// that escaped: one may start another while it is being killed. A bot that
// starts them faster is beyond us; that takes a container.
const escapedPasses = 8

// escapedLimit bounds the wait for the end of all of them.
const escapedLimit = 5 * time.Second

// mostNumbers is how many process numbers are looked at one by one, whether there is such
// a process or not; of the older ones the list of processes is shorter.
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
func killEscaped(bot int, token string, buf []byte) {
	begun := time.Now()
	for range escapedPasses {
		killed := false
		pids, _ := younger(bot, buf)
		for _, pid := range pids {
			if !gone(pid) && !isChild(pid) && bears(pid, token, buf) && killBearer(pid, token, buf) {
				killed = true
			}
			if time.Since(begun) > escapedLimit {
				return
			}
		}
		if !killed {
			return
		}
	}
}

// younger returns the numbers of the processes started after pid, and the newest number.
// Some may have ended, be threads, or be about to start: a number is given out some time
// before its process can be found.
func younger(pid int, buf []byte) (pids []int, newest int) {
	fields := bytes.Fields(readProc("/proc/loadavg", buf))
	if len(fields) == 0 {
		return nil, pid // no /proc here
	}
	newest, err := strconv.Atoi(string(fields[len(fields)-1])) // the last number given out
	if err != nil {
		return nil, pid
	}
	first := pid + 1
	if newest < pid || newest-pid > mostNumbers {
		first = max(1, newest-mostNumbers+1)
		entries, err := os.ReadDir("/proc")
		if err != nil {
			return nil, newest
		}
		for _, entry := range entries {
			n, err := strconv.Atoi(entry.Name())
			if err == nil && (n > pid || newest < pid) && (n < first || n > newest) {
				pids = append(pids, n)
			}
		}
	}
	for n := first; n <= newest; n++ {
		pids = append(pids, n)
	}
	return pids, newest
}

// gone reports whether the process has ended. Most of those that are looked at
// have: other matches' bots.
func gone(pid int) bool { return errors.Is(unix.Kill(pid, 0), unix.ESRCH) }

// isChild reports whether we started the process ourselves: the bots of this
// and other matches, mostly. Who is made the parent of all that escape, such as
// the first process of a container, cannot tell.
func isChild(pid int) bool {
	return unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil) == nil && !adopts()
}

// adopts reports whether processes that lose their parent become our children.
func adopts() bool {
	var subreaper int32
	err := unix.Prctl(unix.PR_GET_CHILD_SUBREAPER, uintptr(unsafe.Pointer(&subreaper)), 0, 0, 0)
	return os.Getpid() == 1 || err == nil && subreaper != 0
}

// bears reports whether the process carries the token.
func bears(pid int, token string, buf []byte) bool {
	return bytes.Contains(readProc("/proc/"+strconv.Itoa(pid)+"/environ", buf), []byte(token))
}

// readProc reads the start of a file of /proc into buf, nothing when it cannot
// be read. os.ReadFile costs several times as much.
func readProc(path string, buf []byte) []byte {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	n, err := unix.Read(fd, buf)
	if err != nil {
		return nil
	}
	return buf[:n]
}

// killBearer kills the process if it still bears the token once we hold on to
// it: from then on the number cannot become another process's.
func killBearer(pid int, token string, buf []byte) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return false // it ended, or is a thread of a process that is looked at itself
	}
	defer unix.Close(fd)
	if !bears(pid, token, buf) || unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0) != nil {
		return false
	}
	return sandbox.AwaitPidfd(fd, time.Second)
}
