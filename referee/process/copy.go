package process

import (
	"cmp"
	"errors"
	"fmt"
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
		err = s.Files(func(f File) error { return f.copy(s.Dir, filepath.Join(dir, f.Name)) })
	}
	if err != nil {
		return s, fmt.Errorf("copy bot %s: %w", s.Name, err)
	}
	s.Dir, s.Origin = dir, cmp.Or(s.Origin, s.Dir)
	return s, nil
}

// copy writes a file or a link of a folder to a path. A link within the folder stays
// as it is, and one that leads out of it leads where it led.
func (f File) copy(folder, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if f.Open == nil {
		full := filepath.Join(folder, filepath.Dir(f.Name), f.Link)
		if filepath.IsAbs(f.Link) || within(folder, full) {
			full = f.Link
		}
		return os.Symlink(full, to)
	}
	// Of the permissions to execute the digests know one. Those to read are not
	// widened: the file may be a secret of its owner.
	permissions := f.Info.Mode().Perm() &^ 0o111
	if executable(f.Info.Mode()) {
		permissions |= 0o100 | permissions>>2&0o011
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, permissions)
	if err != nil {
		return err
	}
	return errors.Join(CopyRegular(out, f.Open, f.Info), out.Close())
}

// within reports whether the path lies in the folder.
func within(folder, path string) bool {
	inside, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inside)
}
