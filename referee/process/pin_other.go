//go:build !linux

package process

import (
	"errors"
	"fmt"
	"runtime"
)

// Pin reports that this system cannot pin a thread to a CPU; matches are
// played all the same, with slower turns.
func Pin(cpu int) (unpin func(), err error) {
	return nil, fmt.Errorf("pin to CPU %d: %w", cpu, errors.ErrUnsupported)
}

// OnAllCPUs calls start: no thread is pinned here.
func OnAllCPUs(start func() error) error { return start() }

// CPUs returns the CPUs that this process may use, in ascending order.
func CPUs() []int { return firstCPUs(runtime.NumCPU()) }
