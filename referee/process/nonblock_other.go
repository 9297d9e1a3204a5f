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

// processTime returns false: there is no cheap clock of another process here.
func processTime(int) (time.Duration, bool) { return 0, false }

// unreadBytes returns -1: nothing freezes a bot here, and nobody asks.
func unreadBytes(pipe) int { return -1 }
