package sandbox

import (
	"errors"

	"golang.org/x/sys/unix"
)

// WaitNow is wait4(2) without waiting.
func WaitNow(pid int) (status unix.WaitStatus, ended bool, err error) {
	for {
		waited, err := unix.Wait4(pid, &status, unix.WNOHANG, nil)
		if !errors.Is(err, unix.EINTR) {
			return status, waited == pid, err
		}
	}
}
