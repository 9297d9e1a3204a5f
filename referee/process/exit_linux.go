package process

import (
	"bytes"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// killTracers kills the processes that trace a thread of our child: they keep
// what is left of it. One that traces us too, such as strace -f, is left alone.
func killTracers(pid int, buf []byte) {
	ours := tracer("/proc/self", buf)
	tasks := "/proc/" + strconv.Itoa(pid) + "/task/"
	threads, _ := os.ReadDir(tasks) // none when it has ended meanwhile
	for _, thread := range threads {
		by := tracer(tasks+thread.Name(), buf)
		if by == 0 || by == ours {
			continue
		}
		fd, err := unix.PidfdOpen(by, 0)
		if err != nil {
			continue // it has ended
		}
		if tracer(tasks+thread.Name(), buf) == by { // still, so that the number is its own
			unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0)
		}
		unix.Close(fd)
	}
}

// tracer returns the process that traces the process or thread with that folder of
// /proc, 0 for nobody. TracerPid is the thread that traces: of a debugger it is often
// not the first one, and only a first one's number is that of its process.
func tracer(folder string, buf []byte) int {
	thread := statusField(folder, "TracerPid", buf)
	pid, _ := strconv.Atoi(statusField("/proc/"+thread, "Tgid", buf))
	return pid
}

// state says what a process of ours that does not end is doing.
func state(pid int, buf []byte) string {
	folder := "/proc/" + strconv.Itoa(pid)
	text := "its state is " + statusField(folder, "State", buf)
	if by := tracer(folder, buf); by != 0 {
		text += fmt.Sprintf(", and process %d traces it", by)
	}
	return text
}

// statusField returns a field of a status file; see proc_pid_status(5).
func statusField(folder, name string, buf []byte) string {
	_, rest, _ := bytes.Cut(readProc(folder+"/status", buf), []byte("\n"+name+":\t"))
	value, _, _ := bytes.Cut(rest, []byte("\n"))
	return string(value)
}
