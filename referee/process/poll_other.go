//go:build !linux

package process

import (
	"time"

	"golang.org/x/sys/unix"
)

// poll waits until one of fds is ready or the time is over, rounded up to
// poll(2)'s milliseconds: a bot may win one, and never loses one.
func poll(fds []unix.PollFd, timeout time.Duration) error {
	_, err := unix.Poll(fds, int((timeout+time.Millisecond-1)/time.Millisecond))
	if err == unix.EINTR {
		return nil // nothing is marked ready; the caller looks again
	}
	return err
}
