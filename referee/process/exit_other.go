//go:build !linux

package process

import (
	"time"

	"golang.org/x/sys/unix"
)

// awaitExit reports false: there is no waiting with a limit here. A process
// that is about to exit keeps its status when it is killed, so only a bot
// killed by somebody else is told as one that closed its output.
func awaitExit(int, time.Duration) bool { return false }

// reap waits for our child that was killed, for at most limit, and reports
// whether it has ended. It looks in growing intervals.
func reap(pid int, limit time.Duration) (unix.WaitStatus, bool, error) {
	end := time.Now().Add(limit)
	for pause := 50 * time.Microsecond; ; pause = min(2*pause, 10*time.Millisecond) {
		if status, ended, err := waitNow(pid); ended || err != nil || !time.Now().Before(end) {
			return status, ended, err
		}
		time.Sleep(pause)
	}
}

// killTracers does nothing: who traces a process cannot be told here.
func killTracers(int, []byte) {}

// state says nothing: what a process is doing cannot be told here.
func state(int, []byte) string { return "its state cannot be told here" }
