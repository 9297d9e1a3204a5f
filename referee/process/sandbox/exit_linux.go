package sandbox

import (
	"time"

	"golang.org/x/sys/unix"
)

// AwaitExit waits until a child of ours has ended, for at most limit, and reports
// whether it has. The child can still be waited for.
func AwaitExit(pid int, limit time.Duration) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	return Exited(fd, limit)
}

// Exited waits until the process of a pidfd has ended, for at most limit, and
// reports whether it has.
func Exited(pidfd int, limit time.Duration) bool {
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

// Reap waits for a child of ours that was killed, for at most limit, and reports
// whether it has ended. One that is traced has, but cannot be waited for before
// its tracer ends.
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
