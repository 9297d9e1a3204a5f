// Package botstore holds every copy of bots' files. A Store has the bots that
// were entered on a server, by digest. Pack packs the folder of a bot for an
// upload, Limits.Unpack unpacks it, and Uploads keeps what was uploaded within
// quotas. A Snapshot has temporary copies while a tournament runs. Copies that
// are played are sealed: read-only, and checked before each match. The package
// does not build or find bots; package resolve does.
package botstore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"arbiter/referee/process"
	"arbiter/server/dispatch"
	"arbiter/server/league"
)

// A Store keeps copies of the folders of entered bots, each under the bot's
// digest. They are played from there, so that changes to the original folder
// have no effect. The zero value keeps nothing.
type Store struct {
	Dir string // created when missing
}

// Put copies a bot's folder as it was built, read-only. It has no effect for a
// bot without a folder, for one that has a copy, and for one with a relative link
// that leads out of its folder: elsewhere that would be another bot.
func (s Store) Put(c dispatch.Contender) error {
	home := filepath.Join(s.Dir, c.Bot.Digest)
	if s.Dir == "" || c.Spec.Dir == "" || exists(home) {
		return nil
	}
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return err
	}
	draft, err := os.MkdirTemp(s.Dir, ".draft-")
	if err != nil {
		return err
	}
	same, err := copyUnchanged(c, draft)
	if err == nil && same {
		err = os.Rename(draft, home)
	}
	if err != nil && exists(home) {
		err, same = nil, false // the same bot was put concurrently
	}
	if err != nil || !same {
		return errors.Join(err, process.RemoveFolder(draft))
	}
	return makeReadOnly(home)
}

// copyUnchanged copies a bot's folder, checks that it did not change while it was
// being copied, and reports whether the copy is the same bot.
func copyUnchanged(c dispatch.Contender, dir string) (same bool, err error) {
	copied, err := c.Spec.Copy(dir)
	if err != nil {
		return false, err
	}
	after, err := c.Spec.Digest()
	if err != nil {
		return false, err
	}
	if after != c.Bot.Digest {
		return false, league.Usagef("bot %s changed while it was being copied; try again", c.Bot.Typed)
	}
	digest, err := copied.Digest()
	return digest == c.Bot.Digest, err
}

// Get returns a bot that runs in its copy, which is checked before each match. ok
// is false when there is no copy, or when it was damaged, which deletes it.
func (s Store) Get(bot league.Bot) (c dispatch.Contender, ok bool, err error) {
	home := filepath.Join(s.Dir, bot.Digest)
	if s.Dir == "" || !exists(home) {
		return dispatch.Contender{}, false, nil
	}
	spec, err := process.Resolve(home)
	var digest string
	if err == nil {
		digest, err = spec.Digest()
	}
	var machine *fs.PathError
	if errors.As(err, &machine) && !errors.Is(err, fs.ErrNotExist) {
		return dispatch.Contender{}, false, err
	}
	if err != nil || digest != bot.Digest {
		return dispatch.Contender{}, false, process.RemoveFolder(home)
	}
	if err := makeReadOnly(home); err != nil { // earlier versions did not
		return dispatch.Contender{}, false, err
	}
	spec.Name, spec.Version = bot.Name, bot.Version
	return dispatch.Contender{Bot: bot, Spec: spec, Check: (&seal{spec: spec, digest: digest}).verify}, true, nil
}

// Clear deletes all copies except those of the needed digests, and the remains
// of interrupted calls of Put. It must not run concurrently with Put.
func (s Store) Clear(needed map[string]bool) error {
	entries, err := os.ReadDir(s.Dir)
	if s.Dir == "" || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		if !needed[entry.Name()] {
			err = errors.Join(err, process.RemoveFolder(filepath.Join(s.Dir, entry.Name())))
		}
	}
	return err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
