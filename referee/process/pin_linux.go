package process

import (
	"fmt"
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// Pin locks the calling goroutine to its thread and the thread to one CPU.
// Bots started from then on inherit the CPU, which makes a turn many times
// faster: no other CPU has to be woken up. unpin takes both back, for the
// worker and not for its bots.
func Pin(cpu int) (unpin func(), err error) {
	runtime.LockOSThread()
	var before, one unix.CPUSet
	one.Set(cpu)
	err = unix.SchedGetaffinity(0, &before)
	if err == nil {
		err = unix.SchedSetaffinity(0, &one)
	}
	if err != nil {
		runtime.UnlockOSThread()
		return nil, fmt.Errorf("pin to CPU %d: %w", cpu, err)
	}
	return func() {
		// A thread that keeps the pin would slow down whoever runs on it
		// next; one that stays locked is thrown away with its goroutine.
		if unix.SchedSetaffinity(0, &before) == nil {
			runtime.UnlockOSThread()
		}
	}, nil
}

// OnAllCPUs calls start on a thread that may use every CPU of this process, and then pins the
// thread again as it was. A process that start starts is bound to no CPU.
func OnAllCPUs(start func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, all unix.CPUSet
	if unix.SchedGetaffinity(0, &before) == nil && unix.SchedGetaffinity(os.Getpid(), &all) == nil && unix.SchedSetaffinity(0, &all) == nil {
		defer func() { _ = unix.SchedSetaffinity(0, &before) }() // it was allowed before
	}
	return start()
}

// CPUs returns the CPUs that this process may use, in ascending order.
func CPUs() []int {
	var set unix.CPUSet
	// The mask of the main thread: the caller's own may be pinned.
	if err := unix.SchedGetaffinity(os.Getpid(), &set); err != nil {
		return firstCPUs(runtime.NumCPU())
	}
	var cpus []int
	for cpu := 0; len(cpus) < set.Count(); cpu++ {
		if set.IsSet(cpu) {
			cpus = append(cpus, cpu)
		}
	}
	return cpus
}
