package analyst

import (
	"golang.org/x/sys/unix"

	"arbiter/referee/process"
)

// lowerPriority gives the calling thread the lowest priority: on Linux a nice value
// is of a thread. Where that is refused, it stays as it is.
func lowerPriority() { _ = unix.Setpriority(unix.PRIO_PROCESS, 0, process.MostNice) }
