//go:build !linux

package process

import "golang.org/x/sys/unix"

// setNice sets the nice value of this process.
func setNice(nice int) error { return unix.Setpriority(unix.PRIO_PROCESS, 0, nice) }
