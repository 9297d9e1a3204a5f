package process

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// closeOnExecPipe opens a pipe that no child inherits by accident. Without
// pipe2(2) the fork lock keeps other goroutines from forking in between.
func closeOnExecPipe(fds *[2]int) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := unix.Pipe(fds[:]); err != nil {
		return err
	}
	unix.CloseOnExec(fds[0])
	unix.CloseOnExec(fds[1])
	return nil
}
