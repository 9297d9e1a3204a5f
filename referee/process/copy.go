package process

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Copy copies the folder of a bot to dir, which is made, and returns the bot
// that runs there: its owner may go on writing and building, and matches that
// have begun keep their own files. It copies what the digests cover and nothing
// else, so that bots with the same SHA-256 find the same. A bot without a folder
// is returned as it is.
func (s Spec) Copy(dir string) (Spec, error) {
	if s.Dir == "" {
		return s, nil
	}
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		err = walkFolder(s.Dir, func(root *os.Root, name string, entry fs.DirEntry) error {
			to := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				return err
			}
			if entry.Type()&fs.ModeSymlink != 0 {
				return copyLink(s.Dir, filepath.Join(s.Dir, name), to)
			}
			return copyFile(root, name, to)
		})
	}
	if err != nil {
		return s, fmt.Errorf("copy bot %s: %w", s.Name, err)
	}
	s.Dir, s.Origin = dir, cmp.Or(s.Origin, s.Dir)
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
	// Of the permissions to execute the digests know one. Those to read are not
	// widened: the file may be a secret of its owner.
	permissions := info.Mode().Perm() &^ 0o111
	if executable(info.Mode()) {
		permissions |= 0o100 | permissions>>2&0o011
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
	if err != nil {
		return err
	}
	if err := CopyRegular(out, in, info); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
