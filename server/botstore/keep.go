package botstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"arbiter/server/dispatch"
)

// Keep copies the bots' folders to a new temporary one and returns the bots
// that run there, so that their owners may go on writing and building while
// they play. release deletes the copies; those of a process that was killed are
// deleted by the next call.
func Keep(contenders []dispatch.Contender) (kept []dispatch.Contender, release func() error, err error) {
	deleteLeftovers()
	dir, err := os.MkdirTemp("", copiesPrefix)
	if err != nil {
		return nil, nil, err
	}
	held, err := claim(dir)
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	release = func() error { return errors.Join(os.RemoveAll(dir), held.Close()) }
	kept = slices.Clone(contenders)
	for i, c := range contenders {
		spec, err := c.Spec.Copy(filepath.Join(dir, fmt.Sprintf("%d-%s", i, c.Bot.Digest)))
		if err != nil {
			return nil, nil, errors.Join(err, release())
		}
		kept[i].Spec = spec
	}
	return kept, release, nil
}
