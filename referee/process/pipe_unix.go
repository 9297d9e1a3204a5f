//go:build !darwin

package process

import "golang.org/x/sys/unix"

// closeOnExecPipe opens a pipe that no child inherits by accident.
func closeOnExecPipe(fds *[2]int) error { return unix.Pipe2(fds[:], unix.O_CLOEXEC) }
