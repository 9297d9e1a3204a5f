//go:build linux && cgo

package sandbox

/*
#include "launcher_linux.h"
*/
import "C"

import (
	"os"
	"path/filepath"
	"slices"

	"arbiter/referee/process/view"
)

// lends returns an error when a command asks to write to folders that cannot be
// given to it.
func (s *Sandbox) lends(c *Command) error {
	foreign := s.box&C.BOX_DROP != 0 || s.box&C.BOX_SETID != 0 && s.box&C.BOX_ROOT == 0
	if i := slices.IndexFunc(c.Show, func(f view.Folder) bool { return f.Write }); i >= 0 && foreign {
		return &StartError{Box: true, What: "folder " + c.Show[i].Path, Err: ErrForeign}
	}
	return nil
}

// lend adds a bind of a folder that may be written to, also in one that may not.
//
// Repositories in it are read-only: git runs what these tell it to, with the rights of
// who types the next command. The folders above them are binds, too, which nobody can
// move away. A link leads nowhere else, since the folder may be a stranger's.
func (t *tree) lend(f view.Folder) {
	if !t.covers(f.Path) {
		t.folder(f.Path)
	}
	bind := func(path string, attributes uint64, optional bool) {
		t.step(C.STEP_BIND, path, f.Source(path), attributes, optional)
		t.last().nofollow = 1
	}
	bind(f.Path, writable, false)
	t.bound = append(t.bound, f.Path)
	fixed := map[string]bool{f.Path: true}
	var fix func(dir string)
	fix = func(dir string) {
		if !fixed[dir] {
			fixed[dir] = true
			fix(filepath.Dir(dir))
			bind(dir, writable, false)
		}
	}
	for _, path := range f.Kept {
		info, err := os.Lstat(f.Source(path))
		if err == nil && info.Mode()&os.ModeSymlink == 0 && !slices.ContainsFunc(f.Kept, func(kept string) bool { return kept != path && within(path, kept) }) {
			fix(filepath.Dir(path))
			bind(path, readOnly, true)
		}
	}
}

// networkFiles are what programs need of /etc to find other machines and to know
// them.
var networkFiles = []string{"/etc/resolv.conf", "/etc/hosts", "/etc/ssl", "/etc/pki", "/etc/ca-certificates"}

// network adds what it takes to find other machines and to know them.
func (t *tree) network() {
	for _, path := range networkFiles {
		if source, err := filepath.EvalSymlinks(path); err == nil && isDir(source) {
			t.bind(path, source, true, true)
		} else if text, err := os.ReadFile(path); err == nil { // often a link to where there is nothing in a box
			t.file(path, string(text[:min(len(text), 64<<10)]))
		}
	}
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
