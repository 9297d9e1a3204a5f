package sandbox

import (
	"time"

	"golang.org/x/sys/unix"
)

// AwaitExit waits until a child of this process has ended, for at most limit, and reports
// whether it has. It does not reap the child.
func AwaitExit(pid int, limit time.Duration) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	return AwaitPidfd(fd, limit)
}

// AwaitPidfd waits until the process of a pidfd has ended, for at most limit, and reports
// whether it has. It does not reap the process.
func AwaitPidfd(pidfd int, limit time.Duration) bool {
	for end := time.Now().Add(limit); ; {
		fds := []unix.PollFd{{Fd: int32(pidfd), Events: unix.POLLIN}}
		ts := unix.NsecToTimespec(int64(max(0, time.Until(end))))
		if _, err := unix.Ppoll(fds, &ts, nil); err != nil && err != unix.EINTR {
			return false
		}
		if fds[0].Revents != 0 || !time.Now().Before(end) {
			return fds[0].Revents != 0
		}
	}
}

// Reap waits for a child that was killed, for at most limit. It returns the child's status, and
// reports whether it has ended. A child that is traced may have ended and still cannot be
// reaped before its tracer ends.
func Reap(pid int, limit time.Duration) (unix.WaitStatus, bool, error) {
	end := time.Now().Add(limit)
	AwaitExit(pid, limit)
	for {
		if status, ended, err := WaitNow(pid); ended || err != nil || !time.Now().Before(end) {
			return status, ended, err
		}
		time.Sleep(time.Millisecond)
	}
}
