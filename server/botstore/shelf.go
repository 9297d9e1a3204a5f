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

// A Shelf keeps copies of bots' folders, each under the bot's digest: whoever
// was entered somewhere is played from there, to the byte, whatever its owner
// makes of the folder meanwhile. The zero value keeps nothing.
type Shelf struct {
	Dir string // made when it is missing
}

// Put copies a bot's folder, as it was built. A bot without a folder needs no
// copy, and one that is there is not copied again.
func (s Shelf) Put(c dispatch.Contender) error {
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
	err = copyWhole(c, draft)
	if err == nil {
		err = os.Rename(draft, home)
	}
	if err != nil {
		if exists(home) {
			err = nil // the same bot came twice at once
		}
		return errors.Join(err, os.RemoveAll(draft))
	}
	return nil
}

// copyWhole copies a bot's folder, which must not change meanwhile.
func copyWhole(c dispatch.Contender, dir string) error {
	if _, err := c.Spec.Copy(dir); err != nil {
		return err
	}
	after, err := c.Spec.Digest()
	if err == nil && after != c.Bot.Digest {
		err = league.Usagef("bot %s has changed while it was copied; try again", c.Bot.Typed)
	}
	return err
}

// Get returns a bot that runs in its copy, and whether there is one.
func (s Shelf) Get(bot league.Bot) (dispatch.Contender, bool, error) {
	home := filepath.Join(s.Dir, bot.Digest)
	if s.Dir == "" || !exists(home) {
		return dispatch.Contender{}, false, nil
	}
	spec, err := process.Resolve(home)
	spec.Name, spec.Version = bot.Name, bot.Version
	return dispatch.Contender{Bot: bot, Spec: spec}, err == nil, err
}

// Clear deletes the copies but those of the needed digests, and what was left
// of copying that was broken off. Nobody may call Put meanwhile.
func (s Shelf) Clear(needed map[string]bool) error {
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
