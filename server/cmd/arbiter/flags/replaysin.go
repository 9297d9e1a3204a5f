package flags

import (
	"os"
	"path/filepath"
	"strings"

	"arbiter/referee/replay"
	"arbiter/server/league"
)

// ReplaysIn returns the replay files of a folder by name. Any other name, of a file
// or of a match, stands for itself.
func ReplaysIn(name string) ([]string, error) {
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		return []string{name}, nil
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, league.UsageError{Err: err}
	}
	var files []string
	for _, entry := range entries {
		if !entry.IsDir() && strings.HasSuffix(entry.Name(), replay.Ext) {
			files = append(files, filepath.Join(name, entry.Name()))
		}
	}
	if len(files) == 0 {
		return nil, league.Usagef("%s: no replays in this folder; want files whose names end in %s", name, replay.Ext)
	}
	return files, nil
}
