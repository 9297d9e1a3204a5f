package doctor

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A descendant is a process that the bot started, directly or not.
type descendant struct {
	pid     int
	command string
}

// findDescendants returns the live processes that have the token in their
// environment. It finds none on systems without /proc.
func findDescendants(token string) []descendant {
	dirs, err := filepath.Glob("/proc/[0-9]*") // a longer pattern would list what each folder has
	if err != nil {
		return nil
	}
	var found []descendant
	for _, dir := range dirs {
		env, err := os.ReadFile(filepath.Join(dir, "environ")) // empty for a zombie
		if err != nil || !bytes.Contains(env, []byte(token)) {
			continue
		}
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil {
			continue
		}
		command, err := os.ReadFile(filepath.Join(dir, "cmdline"))
		if err != nil {
			continue
		}
		found = append(found, descendant{pid, strings.TrimSpace(strings.ReplaceAll(string(command), "\x00", " "))})
	}
	return found
}
