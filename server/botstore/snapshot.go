package botstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"arbiter/server/dispatch"
)

// Snapshot copies the bots' folders into a temporary folder and returns the bots
// that run there, so that their authors can edit and build while they play.
// release deletes the copies. Those of a process that was killed are deleted by
// the next call.
func Snapshot(contenders []dispatch.Contender) (copies []dispatch.Contender, release func() error, err error) {
	deleteStale()
	dir, err := os.MkdirTemp("", snapshotPrefix)
	if err != nil {
		return nil, nil, err
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	release = func() error { return errors.Join(os.RemoveAll(dir), lock.Close()) }
	copies = slices.Clone(contenders)
	for i, c := range contenders {
		spec, err := c.Spec.Copy(filepath.Join(dir, fmt.Sprintf("%d-%s", i, c.Bot.Digest)))
		if err != nil {
			return nil, nil, errors.Join(err, release())
		}
		copies[i].Spec = spec
	}
	return copies, release, nil
}
