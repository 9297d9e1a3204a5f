// Package botstore holds every copy of bots' files. A Store has the bots that
// were entered on a server, by digest. Pack and Limits.Save pack the folder of a
// bot for an upload and unpack it within limits. A Snapshot has temporary copies
// while a tournament runs. The package does not build or find bots; package
// resolve does.
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

// Put copies a bot's folder as it was built. It has no effect for a bot without
// a folder and for one that has a copy.
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
	err = copyUnchanged(c, draft)
	if err == nil {
		err = os.Rename(draft, home)
	}
	if err != nil {
		if exists(home) {
			err = nil // the same bot was put concurrently
		}
		return errors.Join(err, os.RemoveAll(draft))
	}
	return nil
}

// copyUnchanged copies a bot's folder and checks that it did not change while it
// was being copied.
func copyUnchanged(c dispatch.Contender, dir string) error {
	if _, err := c.Spec.Copy(dir); err != nil {
		return err
	}
	after, err := c.Spec.Digest()
	if err == nil && after != c.Bot.Digest {
		err = league.Usagef("bot %s changed while it was being copied; try again", c.Bot.Typed)
	}
	return err
}

// Get returns a bot that runs in its copy. ok is false when there is no copy.
func (s Store) Get(bot league.Bot) (c dispatch.Contender, ok bool, err error) {
	home := filepath.Join(s.Dir, bot.Digest)
	if s.Dir == "" || !exists(home) {
		return dispatch.Contender{}, false, nil
	}
	spec, err := process.Resolve(home)
	spec.Name, spec.Version = bot.Name, bot.Version
	return dispatch.Contender{Bot: bot, Spec: spec}, err == nil, err
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
			err = errors.Join(err, os.RemoveAll(filepath.Join(s.Dir, entry.Name())))
		}
	}
	return err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
