package process

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The calls of this file never block, so the Go scheduler is not told of them
// (RawSyscall). Being told costs more than its bookkeeping: the bot often runs
// inside our write, and the runtime's monitor would wake up every 20
// microseconds to see whether the thread is back. The functions of x/sys/unix
// with these names cost a detour more, through assembly.

// readNow is read(2) on a descriptor that does not block.
func readNow(fd int, buf []byte) (int, error) {
	n, _, errno := syscall.RawSyscall(unix.SYS_READ, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(buf))), uintptr(len(buf)))
	return result(n, errno)
}

// writeNow is write(2) on a descriptor that does not block.
func writeNow(fd int, buf []byte) (int, error) {
	n, _, errno := syscall.RawSyscall(unix.SYS_WRITE, uintptr(fd), uintptr(unsafe.Pointer(unsafe.SliceData(buf))), uintptr(len(buf)))
	return result(n, errno)
}

// pollNow is poll(2) without waiting. A signal can still interrupt it.
func pollNow(fds []unix.PollFd) error {
	var now unix.Timespec
	for {
		n, _, errno := syscall.RawSyscall6(unix.SYS_PPOLL, uintptr(unsafe.Pointer(unsafe.SliceData(fds))), uintptr(len(fds)),
			uintptr(unsafe.Pointer(&now)), 0, 0, 0)
		if errno != unix.EINTR {
			_, err := result(n, errno)
			return err
		}
	}
}

// unreadBytes returns how many bytes of a pipe have not been read yet, at either
// end of it, and -1 if that cannot be told.
func unreadBytes(p pipe) int {
	var n int32
	if _, _, errno := syscall.RawSyscall(unix.SYS_IOCTL, uintptr(p), unix.TIOCINQ, uintptr(unsafe.Pointer(&n))); errno != 0 {
		return -1
	}
	return int(n)
}

// processTime returns the processor time that all threads of the process have
// used, and false when there is no such process.
func processTime(pid int) (time.Duration, bool) {
	// The clock of a process, as in clock_getcpuclockid(3).
	const scheduled = 2
	var ts unix.Timespec
	_, _, errno := syscall.RawSyscall(unix.SYS_CLOCK_GETTIME, uintptr(int32(^pid<<3|scheduled)), uintptr(unsafe.Pointer(&ts)), 0)
	if errno != 0 {
		return 0, false
	}
	return time.Duration(ts.Nano()), true
}

func result(n uintptr, errno syscall.Errno) (int, error) {
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}
