package process

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// traceParent traces the process whose number is its argument until it is
// killed, and never waits for it: what is left of it cannot be waited for by
// anybody else then.
func traceParent() {
	onOtherThread(seizeParent)
	hang()
}

// onOtherThread does something on a thread that is not the first one of the process,
// and keeps it there.
func onOtherThread(do func()) {
	go func() {
		runtime.LockOSThread()
		if unix.Gettid() == os.Getpid() {
			onOtherThread(do) // which cannot get our thread
			hang()
		}
		do()
	}()
}

// seizeParent traces the process of the first argument from this thread, and prints a
// mark once it does.
func seizeParent() {
	pid, err := strconv.Atoi(os.Args[1])
	const seize = 0x4206 // PTRACE_SEIZE
	if err == nil {
		if _, _, errno := syscall.Syscall6(syscall.SYS_PTRACE, seize, uintptr(pid), 0, 0, 0, 0); errno != 0 {
			err = errno
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	fmt.Print("!")
	hang()
}
