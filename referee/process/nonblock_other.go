//go:build !linux

package process

import (
	"time"

	"golang.org/x/sys/unix"
)

// readNow is read(2) on a descriptor that does not block.
func readNow(fd int, buf []byte) (int, error) { return unix.Read(fd, buf) }

// writeNow is write(2) on a descriptor that does not block.
func writeNow(fd int, buf []byte) (int, error) { return unix.Write(fd, buf) }

// pollNow is poll(2) without waiting. A signal can still interrupt it.
func pollNow(fds []unix.PollFd) error {
	for {
		if _, err := unix.Poll(fds, 0); err != unix.EINTR {
			return err
		}
	}
}

// cpuTime returns 0: there is no cheap clock of another process here.
func cpuTime(int) time.Duration { return 0 }
