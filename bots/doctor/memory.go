package doctor

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// maxMemory is the peak memory above which a warning is given, in bytes: what many
// machines can spare for one bot.
const maxMemory = 1 << 30

// memory reports the peak memory in the dialogue.
func (x *examination) memory(ctx context.Context) (string, []Finding, error) {
	d, err := x.dialogue(ctx)
	if err != nil {
		return "", nil, err
	}
	if d.memory == 0 {
		return "unknown on this system", nil, nil
	}
	summary := fmt.Sprintf("%.1f MiB at most in %s", float64(d.memory)/(1<<20), plural(len(d.transcript.exchanges), "turn"))
	if d.memory <= maxMemory {
		return summary, nil, nil
	}
	return summary, []Finding{{
		Level: Warning, Title: "much memory", Detail: summary,
		Advice: "several matches are played at a time: use smaller tables, or share them",
	}}, nil
}

// peakMemory returns the peak resident set size of a process in bytes (VmHWM in
// /proc), or 0 when it is unknown.
func peakMemory(pid int) int64 {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			if err != nil {
				return 0
			}
			return kilobytes << 10
		}
	}
	return 0
}
