package doctor

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A relative is a process that the bot started.
type relative struct {
	pid     int
	command string
}

// bearers returns the running processes with the token in their environment.
// Without /proc it returns none.
func bearers(token string) []relative {
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		return nil
	}
	var found []relative
	for _, file := range files {
		env, err := os.ReadFile(file) // empty for a zombie
		if err != nil || !bytes.Contains(env, []byte(token)) {
			continue
		}
		dir := filepath.Dir(file)
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			continue
		}
		command, err := os.ReadFile(filepath.Join(dir, "cmdline"))
		if err != nil {
			continue
		}
		found = append(found, relative{pid, strings.TrimSpace(strings.ReplaceAll(string(command), "\x00", " "))})
	}
	return found
}

// peakMemory returns the peak resident memory of a process in bytes, or 0 if it
// is not available.
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
