package process

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime returns the processor time that all threads of the process have
// used, or 0 where it cannot be told.
func cpuTime(pid int) time.Duration {
	// The clock of a process, as in clock_getcpuclockid(3).
	const scheduled = 2
	var ts unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|scheduled), &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
