package botstore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"arbiter/referee/process"
	"arbiter/server/playing/dispatch"
)

// Snapshot copies the bots' folders into a temporary folder and returns the bots
// that run there, so that their authors can edit and build while they play. The
// copies are read-only and checked before each match. A folder that has changed
// since it was resolved is a league.UsageError.
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
		return nil, nil, errors.Join(err, process.RemoveFolder(dir))
	}
	release = func() error { return errors.Join(process.RemoveFolder(dir), lock.Close()) }
	copies = slices.Clone(contenders)
	for i, c := range contenders {
		spec, err := c.Spec.Copy(filepath.Join(dir, fmt.Sprint(i)))
		if err == nil && spec.Dir != "" {
			copies[i].Check, err = sealed(c, spec)
		}
		if err != nil {
			return nil, nil, errors.Join(err, release())
		}
		copies[i].Spec = spec
	}
	return copies, release, nil
}

// sealed makes a new copy of a bot read-only and returns its check. Its digest is
// that of the copy, which is another than the bot's if a link leads out of the
// folder, or if the folder has changed.
func sealed(c dispatch.Contender, copied process.Spec) (check func() error, err error) {
	if err := makeReadOnly(copied.Dir); err != nil {
		return nil, err
	}
	digests, err := copied.Digests()
	if err == nil && digests.SHA256 != c.Bot.SHA256 {
		err = unchanged(c)
	}
	if err != nil {
		return nil, err
	}
	contents, err := contentsOf(copied, digests)
	return (&seal{spec: copied, contents: contents}).verify, err
}

// contentsOf returns the SHA-256 of all files of a bot whose digests are known.
func contentsOf(spec process.Spec, digests process.Digests) (string, error) {
	if spec.Recipe == "" {
		return digests.SHA256, nil
	}
	return spec.Contents()
}
