// Package botstore holds every copy of bots' files. Copies has the bots that
// were entered on a server, by SHA-256. Pack packs the folder of a bot for an
// upload, UnpackLimits.Unpack unpacks it, and Uploads keeps what was uploaded within
// quotas. Temporary copies go with the process that made them. Copies that
// are played are sealed: read-only, and checked before each match. The package
// does not build or find bots; package resolve does.
package botstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/dispatch"
)

// Copies keeps copies of the folders of entered bots, each under the bot's
// SHA-256. Bots are played from there, so that changes to the original folder
// have no effect. The zero value keeps nothing.
type Copies struct {
	Dir string // created when missing
}

// Put copies a bot's folder as it was built, read-only. It has no effect for a
// bot without a folder, for one that has a copy, and for one with a relative link
// that leads out of its folder: elsewhere that would be another bot.
func (s Copies) Put(c dispatch.Contender) error {
	if s.Dir == "" || c.Spec.Dir == "" {
		return nil
	}
	if c.Bot.SHA256 == "" {
		return fmt.Errorf("copy of bot %s: its SHA-256 is not known", c.Bot.ID)
	}
	home := filepath.Join(s.Dir, c.Bot.SHA256)
	if exists(home) {
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
	if err := unchanged(c); err != nil {
		return false, err
	}
	digests, err := copied.Digests()
	return digests.SHA256 == c.Bot.SHA256, err
}

// unchanged returns a usage error if a bot's folder is not what it was resolved
// to.
func unchanged(c dispatch.Contender) error {
	now, err := c.Spec.Digests()
	if err == nil && now.SHA256 != c.Bot.SHA256 {
		err = league.Usagef("bot %s changed while it was being copied; try again", c.Bot.Typed)
	}
	return err
}

// Get returns a bot that runs in its copy, which is checked before each match. ok
// is false when there is no copy, or when it was damaged, which deletes it.
func (s Copies) Get(bot league.Bot) (c dispatch.Contender, ok bool, err error) {
	home := filepath.Join(s.Dir, bot.SHA256)
	if s.Dir == "" || bot.SHA256 == "" || !exists(home) {
		return c, false, nil
	}
	spec, err := process.ResolveCopy(home)
	var found process.Digests
	if err == nil {
		found, err = spec.Digests()
	}
	var machine *fs.PathError
	if errors.As(err, &machine) && !errors.Is(err, fs.ErrNotExist) {
		return c, false, err
	}
	if err != nil || found.SHA256 != bot.SHA256 {
		return c, false, process.RemoveFolder(home)
	}
	contents, err := contentsOf(spec, found)
	if err != nil {
		return c, false, err
	}
	spec.Name, spec.Version = bot.Name, bot.Version
	return dispatch.Contender{Bot: bot, Spec: spec, Check: (&seal{spec: spec, contents: contents}).verify}, true, nil
}

// Clear deletes all copies except those of the needed bots, given by SHA-256,
// and the remains of interrupted calls of Put. It must not run
// concurrently with Put.
func (s Copies) Clear(needed map[string]bool) error {
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
