package process

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// setNice sets the nice value of every thread of this process, because
// setpriority(2) is for one, and that of its autogroup.
func setNice(nice int) error {
	done := map[int]bool{}
	for more := true; more; { // a thread may start another that is not listed yet
		more = false
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return err
		}
		for _, thread := range threads {
			id, err := strconv.Atoi(thread.Name())
			if err != nil || done[id] {
				continue
			}
			if err := unix.Setpriority(unix.PRIO_PROCESS, id, nice); err != nil && !errors.Is(err, unix.ESRCH) {
				return err
			}
			done[id], more = true, true
		}
	}
	return setAutogroupNice(nice)
}

// setAutogroupNice sets the nice value of our autogroup: where
// sched_autogroup_enabled is set, those of processes count only within their
// session; see sched(7).
func setAutogroupNice(nice int) error {
	for {
		err := os.WriteFile("/proc/self/autogroup", strconv.AppendInt(nil, int64(nice), 10), 0)
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, unix.EINVAL):
			return nil // this kernel has none
		case !errors.Is(err, unix.EAGAIN):
			return err
		}
		time.Sleep(autogroupPause)
	}
}

// autogroupPause is for how long the kernel refuses another change of any
// autogroup by a process without CAP_SYS_ADMIN.
const autogroupPause = 100 * time.Millisecond
