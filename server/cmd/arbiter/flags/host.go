package flags

import (
	"os"
	"runtime"
	"strconv"
	"strings"

	"arbiter/referee/process"
	"arbiter/referee/process/sandbox"
	"arbiter/referee/replay"
)

// Host returns the description of this machine, with its present load and how it
// isolates bots, that replays record.
func Host(box *sandbox.Sandbox) replay.Host {
	return replay.Host{
		OS: runtime.GOOS, Arch: runtime.GOARCH,
		CPUs: len(process.CPUs()), Load: load(), Isolation: strings.Join(box.Protections().Names(), ","),
	}
}

// load returns the 1-minute load average, or nil on systems without /proc.
func load() *float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return nil
	}
	first, _, _ := strings.Cut(string(text), " ")
	value, err := strconv.ParseFloat(first, 64)
	if err != nil {
		return nil
	}
	return &value
}
