package process

import (
	"time"

	"golang.org/x/sys/unix"
)

// poll waits until one of fds is ready or the time is over. ppoll(2) takes
// nanoseconds, so that a deadline is met as exactly as the kernel can.
func poll(fds []unix.PollFd, timeout time.Duration) error {
	ts := unix.NsecToTimespec(int64(timeout))
	_, err := unix.Ppoll(fds, &ts, nil)
	if err == unix.EINTR {
		return nil // nothing is marked ready; the caller looks again
	}
	return err
}
