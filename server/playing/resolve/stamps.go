package resolve

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"arbiter/referee/process"
)

// maxStamps is how many files of a bot are looked at: one with more is refused.
const maxStamps = 10_000

// Stamps returns what changes with each file of a bot, by path. The bot is a folder or a
// file. Left out are hidden files, backups of editors, and what is no part of a bot.
func Stamps(path string) (map[string]string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	stamps := map[string]string{}
	err = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != path && passing(d):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		case d.IsDir():
			return nil // what is in it tells, and a build may touch it
		}
		if len(stamps) == maxStamps {
			return errors.New("too many files")
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // an editor has renamed it
		}
		if err != nil {
			return err
		}
		if d.Type()&fs.ModeSymlink != 0 {
			if to, err := os.Stat(name); err == nil {
				info = to
			}
		}
		stamps[name] = fmt.Sprint(info.Size(), info.ModTime().UnixNano())
		return nil
	})
	return stamps, err
}

// passing reports whether a file or folder comes and goes without being saved.
func passing(d fs.DirEntry) bool {
	name := d.Name()
	return strings.HasPrefix(name, ".") || strings.HasSuffix(name, "~") || process.NotOfTheBot(name, d.IsDir())
}
