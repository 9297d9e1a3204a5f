package process

import (
	"encoding/binary"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A meter counts the processor time of a process and of all that it starts from then on.
// The processes that have ended are in it, whoever waited for them. The zero value
// counts nothing.
type meter struct {
	fd     int           // of perf_event_open(2); 0 without
	before time.Duration // what the process had used when the counting began
}

// newMeter returns the meter of a process that has just been started. A kernel may refuse
// it to an ordinary user: see perf_event_paranoid in proc_sys_kernel(5).
func newMeter(pid int) meter {
	before, _ := processTime(pid)
	fd, err := unix.PerfEventOpen(&unix.PerfEventAttr{
		Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_TASK_CLOCK,
		Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})),
		Bits: unix.PerfBitInherit | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv, // of what happens in it; the clock counts both
	}, pid, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return meter{}
	}
	return meter{fd, before}
}

// total returns the processor time so far, and false without a meter.
func (m meter) total() (time.Duration, bool) {
	var count [8]byte
	if m.fd == 0 {
		return 0, false
	}
	if n, err := readNow(m.fd, count[:]); err != nil || n != len(count) {
		return 0, false
	}
	return m.before + time.Duration(binary.NativeEndian.Uint64(count[:])), true
}

// close ends the counting.
func (m *meter) close() {
	if m.fd != 0 {
		unix.Close(m.fd)
		m.fd = 0
	}
}
