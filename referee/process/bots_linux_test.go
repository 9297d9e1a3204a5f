package process

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
)

// traceParent traces the process whose number is its argument until it is
// killed, and never waits for it: what is left of it cannot be waited for by
// anybody else then.
func traceParent() {
	runtime.LockOSThread()
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
