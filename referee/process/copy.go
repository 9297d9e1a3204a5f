package process

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Copy copies the folder of a bot to dir, which is made, and returns the bot
// that runs there: its owner may go on writing and building, and matches that
// have begun keep their own files. What tools keep beside a bot is left out, as
// in the digest. A bot without a folder is returned as it is.
func (s Spec) Copy(dir string) (Spec, error) {
	if s.Dir == "" {
		return s, nil
	}
	root, err := os.OpenRoot(s.Dir)
	if err != nil {
		return s, fmt.Errorf("copy bot %s: %w", s.Name, err)
	}
	defer root.Close()
	err = filepath.WalkDir(s.Dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(s.Dir, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, inside)
		switch mode := entry.Type(); {
		case mode.IsDir():
			if inside != "." && NotOfTheBot(entry.Name()) {
				return filepath.SkipDir
			}
			return os.MkdirAll(to, 0o755)
		case mode&fs.ModeSymlink != 0:
			return copyLink(s.Dir, path, to)
		case mode.IsRegular():
			return copyFile(root, inside, to)
		}
		return nil // sockets and the like are no part of a bot
	})
	if err != nil {
		return s, fmt.Errorf("copy bot %s: %w", s.Name, err)
	}
	s.Dir = dir
	return s, nil
}

// copyLink keeps a link within the folder as it is, and lets one that leads
// out of it lead where it led.
func copyLink(root, path, to string) error {
	target, err := os.Readlink(path)
	if err != nil {
		return err
	}
	if !filepath.IsAbs(target) {
		if full := filepath.Join(filepath.Dir(path), target); !within(root, full) {
			target = full
		}
	}
	return os.Symlink(target, to)
}

// within reports whether the path lies in the folder.
func within(folder, path string) bool {
	inside, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inside)
}

// copyFile copies a file within a root.
func copyFile(root *os.Root, name, to string) error {
	in, info, err := OpenRegularIn(root, name)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if err != nil {
		return err
	}
	if err := CopyRegular(out, in, info); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
