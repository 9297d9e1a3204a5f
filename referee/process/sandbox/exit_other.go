//go:build !linux

package sandbox

import (
	"time"

	"golang.org/x/sys/unix"
)

// AwaitExit reports false: there is no waiting with a limit here. A process that is
// about to exit keeps its status when it is killed. So only a bot killed by somebody
// else is reported as having closed its output.
func AwaitExit(int, time.Duration) bool { return false }

// Reap waits for a child of ours that was killed, for at most limit, and reports
// whether it has ended. It looks in growing intervals.
func Reap(pid int, limit time.Duration) (unix.WaitStatus, bool, error) {
	end := time.Now().Add(limit)
	for pause := 50 * time.Microsecond; ; pause = min(2*pause, 10*time.Millisecond) {
		if status, ended, err := WaitNow(pid); ended || err != nil || !time.Now().Before(end) {
			return status, ended, err
		}
		time.Sleep(pause)
	}
}
