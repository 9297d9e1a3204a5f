package sandbox

import (
	"cmp"
	"fmt"
)

// Resources are what a program may use at most. A field that is 0 is not set.
type Resources struct {
	Memory    int64 // bytes, of all its processes together; of each, where there is no control group
	Scratch   int64 // bytes of files under $TMPDIR
	Processes int   // 1 forbids others; more are counted as threads, which is what the kernel counts
	Threads   int   // at the same time, of all its processes together
}

// Default returns the limits of a bot that asks for none: more than the online
// judges of these games give, and little enough for several bots on a laptop.
func Default() Resources {
	return Resources{Memory: 1 << 30, Scratch: 64 << 20, Processes: 128, Threads: 128}
}

// Or returns the limits, with those of other where l does not set them.
func (l Resources) Or(other Resources) Resources {
	return Resources{
		Memory: cmp.Or(l.Memory, other.Memory), Scratch: cmp.Or(l.Scratch, other.Scratch),
		Processes: cmp.Or(l.Processes, other.Processes), Threads: cmp.Or(l.Threads, other.Threads),
	}
}

// Within returns an error when a bot asks for more than the operator allows.
func (l Resources) Within(most Resources) error {
	switch {
	case l.Memory > most.Memory:
		return fmt.Errorf("it asks for %s of memory; the most here is %s, see --bot-memory", Bytes(l.Memory), Bytes(most.Memory))
	case l.Scratch > most.Scratch:
		return fmt.Errorf("it asks for %s under $TMPDIR; the most here is %s, see --bot-scratch", Bytes(l.Scratch), Bytes(most.Scratch))
	case max(l.Processes, l.Threads) > most.Threads:
		return fmt.Errorf("it asks for %d threads or processes; the most here is %d, see --bot-threads", max(l.Processes, l.Threads), most.Threads)
	}
	return nil
}

// openFiles is how many descriptors a program may have: what login shells allow.
const openFiles = 1024

// Bytes returns a number of bytes in the largest unit that divides it.
func Bytes(n int64) string {
	for _, unit := range []struct {
		name string
		size int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if n >= unit.size && n%unit.size == 0 {
			return fmt.Sprintf("%d %s", n/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}
