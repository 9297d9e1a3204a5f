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
	return FilesIn(name, "replays", replay.Ext, func(file string) bool { return strings.HasSuffix(file, replay.Ext) })
}

// FilesIn returns the files of a folder that are wanted, by their names. Any other name than
// that of a folder stands for itself. Where a folder has none, the error says what is wanted
// and how the names of such files end.
func FilesIn(name, what, end string, wanted func(file string) bool) ([]string, error) {
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		return []string{name}, nil
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, league.UsageError{Err: err}
	}
	var files []string
	for _, entry := range entries {
		if !entry.IsDir() && wanted(entry.Name()) {
			files = append(files, filepath.Join(name, entry.Name()))
		}
	}
	if len(files) == 0 {
		return nil, league.Usagef("%s: no %s in this folder; want files whose names end in %s", name, what, end)
	}
	return files, nil
}
