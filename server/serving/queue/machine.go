package queue

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"arbiter/referee/replay"
)

// referenceTime is the processor time that the fixed piece of work takes on the
// reference machine, whose speed is 1: a thread of the AMD EPYC on which the
// figures of docs/farm.md were measured.
const referenceTime = 8 * time.Millisecond

// MeasureSpeed returns how fast one thread of this machine is, relative to the
// reference machine: the best of five runs of a fixed piece of work, in processor
// time, so that other programs hardly matter. It takes about 0.05 s.
func MeasureSpeed() float64 {
	best := time.Duration(0)
	for range 5 {
		before := processorTime()
		fixedWork()
		if took := processorTime() - before; took > 0 && (best == 0 || took < best) {
			best = took
		}
	}
	if best == 0 {
		return 0
	}
	return float64(referenceTime) / float64(best)
}

// fixedWork does what referees and bots do most: it draws, sorts, and looks up
// in tables that are larger than the nearest caches.
func fixedWork() (sum uint64) {
	table, numbers := make([]uint64, 1<<16), make([]uint64, 1<<13)
	state := uint64(1)
	for range 16 {
		for i := range numbers {
			state ^= state << 13
			state ^= state >> 7
			state ^= state << 17
			numbers[i] = state
		}
		slices.Sort(numbers)
		for i, n := range numbers {
			for range 8 {
				n = n*6364136223846793005 + 1442695040888963407
				table[n>>48] += uint64(i)
				sum += table[(n>>32)&0xffff]
			}
		}
	}
	return sum
}

// processorTime returns what this process has used so far. MeasureSpeed is called
// when nothing else runs in it.
func processorTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// slow reports whether a machine is measured to be slower than is wanted of one
// that plays everything.
func (m Machine) slow(slowest float64) bool { return m.Speed > 0 && m.Speed < slowest }

// reluctant returns why a machine takes no work, or "". maxLoad is the most runnable
// threads for each CPU with which it should play; 0 allows any.
func (m Machine) reluctant(maxLoad float64) string {
	if maxLoad > 0 && m.Load > maxLoad*float64(m.CPUs) {
		return fmt.Sprintf("%.1f threads compete for its %d CPUs; it waits until fewer than %.1f do (work --max-load)", m.Load, m.CPUs, maxLoad*float64(m.CPUs))
	}
	return ""
}

// runnable returns how many threads of the whole machine run or wait for a CPU
// now, or 0 where the system does not say.
func runnable() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 4 {
		return 0
	}
	running, _, _ := bytes.Cut(fields[3], []byte("/"))
	n, err := strconv.ParseFloat(string(running), 64)
	if err != nil {
		return 0
	}
	return max(0, n-1) // without the one that reads
}

// host returns what records say of the machine: with its speed, and its load now.
func (w *Worker) host(h replay.Host) replay.Host {
	w.mu.Lock()
	defer w.mu.Unlock()
	h.Worker, h.Speed = w.Name, w.Machine.Speed
	if w.Measure {
		load := w.Machine.Load
		h.Load = &load
	}
	return h
}

// measureInterval is how often the speed of the machine is measured: its clock
// changes with its temperature, and a virtual one with its neighbours.
const measureInterval = 10 * time.Minute

// measure measures the machine.
func (w *Worker) measure() {
	if !w.Measure {
		return
	}
	load := runnable()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.Machine.Load += (load - w.Machine.Load) / 5
	if len(w.matches) == 0 && (w.measured.IsZero() || time.Since(w.measured) > measureInterval) {
		w.Machine.Speed, w.measured = MeasureSpeed(), time.Now()
	}
	before := w.Machine.Waiting
	w.Machine.Waiting = w.Machine.reluctant(w.MaxLoad)
	if before == "" && w.Machine.Waiting != "" {
		w.Log.Warn("this worker takes no work", "why", w.Machine.Waiting)
	}
	w.changed.Broadcast()
}
