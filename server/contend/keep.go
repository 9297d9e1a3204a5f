package contend

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
// they play. release deletes the copies.
func Keep(contenders []dispatch.Contender) (kept []dispatch.Contender, release func() error, err error) {
	dir, err := os.MkdirTemp("", "arbiter-bots-")
	if err != nil {
		return nil, nil, err
	}
	release = func() error { return os.RemoveAll(dir) }
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
