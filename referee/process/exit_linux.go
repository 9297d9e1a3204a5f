package process

import (
	"time"

	"golang.org/x/sys/unix"
)

// awaitExit waits until our child has ended, for at most grace, and reports
// whether it has. The child can still be waited for.
func awaitExit(pid int, grace time.Duration) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	return ready(fd, grace)
}

// ready waits until the descriptor can be read, for at most limit: a pidfd
// can once its process has ended.
func ready(fd int, limit time.Duration) bool {
	for end := time.Now().Add(limit); ; {
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		if err := poll(fds, max(0, time.Until(end))); err != nil {
			return false
		}
		if fds[0].Revents != 0 || !time.Now().Before(end) {
			return fds[0].Revents != 0
		}
	}
}
