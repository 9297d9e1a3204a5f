//go:build linux && cgo

package sandbox

/*
#include "launcher_linux.h"
*/
import "C"

import (
	"os"
	"slices"
)

// lends returns an error when a command asks to write to folders that cannot be
// given to it.
func (s *Sandbox) lends(c *Command) error {
	if len(c.Write) > 0 && (s.box&C.BOX_DROP != 0 || s.box&C.BOX_SETID != 0 && s.box&C.BOX_ROOT == 0) {
		return &StartError{Box: true, What: "folder " + c.Write[0], Err: ErrForeign}
	}
	return nil
}

// lend adds a bind of a folder that may be written to, also in one that may not,
// and reports whether it did.
func (t *tree) lend(path string) bool {
	if slices.Contains(t.bound, path) {
		return false
	}
	if !t.covers(path) {
		t.folder(path)
	}
	t.step(C.STEP_BIND, path, path, writable, false)
	t.bound = append(t.bound, path)
	return true
}

// keep makes what is in a folder that is lent read-only: git runs what its folder
// tells it to, with the rights of who types the next command. A link leads nowhere
// else, since the folder may be a stranger's.
func (t *tree) keep(path string) {
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSymlink != 0 {
		return
	}
	t.step(C.STEP_BIND, path, path, readOnly, true)
	t.steps[len(t.steps)-1].nofollow = 1
}

// networkFiles are what programs need of /etc to find other machines and to know
// them.
var networkFiles = []string{"/etc/resolv.conf", "/etc/hosts", "/etc/ssl", "/etc/pki", "/etc/ca-certificates"}

// network adds what it takes to find other machines and to know them.
func (t *tree) network() {
	for _, path := range networkFiles {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			t.bind(path, readOnly, true)
		} else if err == nil { // often a link to where there is nothing in a box
			t.file(path, readStart(path, 64<<10))
		}
	}
}
