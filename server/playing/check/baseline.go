package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/BurntSushi/toml"

	"arbiter/referee/process"
	"arbiter/server/league"
	"arbiter/server/playing/resolve"
)

// A Baseline is the accepted bot of one game in a file of baselines.
type Baseline struct {
	Bot    string `toml:"bot"`            // as it is typed; git:COMMIT:PATH where that is possible
	Tree   string `toml:"tree,omitempty"` // of git:COMMIT:PATH, the tree ID of PATH, which outlives the commit
	Digest string `toml:"digest"`         // of the bot that was accepted, as in its ID
	SHA256 string `toml:"sha256"`         // of the same
	Elo    string `toml:"elo"`            // the check's estimate, for people
}

// Find returns the bot as it can be typed today: a squash merge or a rebase may
// have replaced the commit of git:COMMIT:PATH by another one with the same
// files. It returns a league.UsageError if neither is in the repository.
func (b Baseline) Find(ctx context.Context) (string, error) {
	return resolve.WithTree(ctx, b.Bot, b.Tree)
}

// ReadBaseline reads the baseline of a game from a file, and reports whether
// there is one: a file that does not exist has none.
func ReadBaseline(path, game string) (b Baseline, ok bool, err error) {
	all, err := readBaselines(path)
	if errors.Is(err, os.ErrNotExist) {
		return b, false, nil
	}
	b, ok = all[game]
	return b, ok, err
}

// WriteBaseline records the baseline of a game in a file and keeps those of
// other games.
func WriteBaseline(path, game string, b Baseline) error {
	all, err := readBaselines(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	all[game] = b
	var text bytes.Buffer
	fmt.Fprintln(&text, "# The baselines of arbiter check. Commit this file.")
	for _, game := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&text, "\n[%s]\n", game)
		if err := toml.NewEncoder(&text).Encode(all[game]); err != nil {
			return err
		}
	}
	return inFolder(path, func(root *os.Root, name string) error { return root.WriteFile(name, text.Bytes(), 0o644) })
}

// inFolder opens a file of baselines within its folder. The file is committed, and
// in CI a stranger's: a link in its place must not lead to a file whose lines an
// error would quote, or which would be overwritten.
func inFolder(path string, open func(root *os.Root, name string) error) error {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer root.Close()
	err = open(root, filepath.Base(path))
	if err != nil && !errors.As(err, new(syscall.Errno)) { // os.Root refuses it, not the system
		return league.Usagef("%s: a link leads out of its folder; want a file in it", path)
	}
	return err
}

// readBaselines reads a file of baselines: a table for each game.
func readBaselines(path string) (map[string]Baseline, error) {
	all := map[string]Baseline{}
	var text []byte
	err := inFolder(path, func(root *os.Root, name string) (err error) {
		text, err = root.ReadFile(name)
		return err
	})
	if errors.Is(err, syscall.EISDIR) {
		return all, league.Usagef("%s: found a folder; want a file of baselines", path)
	}
	if err != nil {
		return all, err
	}
	meta, err := league.DecodeTOML(string(text), &all)
	if err != nil {
		return nil, league.Usagef("%s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, league.Usagef("%s: unknown key %q; want bot, tree, digest, sha256 or elo", path, unknown[0])
	}
	return all, nil
}

// Committed returns a bot as git:COMMIT:PATH with the tree ID of PATH, if typed is a folder
// whose files are all committed, or a committed source file: the files will change, and the
// commit and the tree will not. Another bot is returned as typed, without a tree. The error
// says that git could not tell.
func Committed(ctx context.Context, typed string) (bot, tree string, err error) {
	name, folder := resolve.SplitName(typed)
	bot, tree, err = committed(ctx, folder)
	return resolve.WithName(name, bot), tree, err
}

func committed(ctx context.Context, typed string) (bot, tree string, err error) {
	info, err := os.Stat(typed)
	dir, path := typed, "."
	switch {
	case err == nil && process.IsSource(typed):
		dir, path = filepath.Dir(typed), filepath.Base(typed)
	case err != nil || !info.IsDir():
		return typed, "", nil
	}
	if filepath.IsAbs(typed) || strings.HasPrefix(filepath.Clean(typed), "..") {
		return typed, "", nil // not below the folder that git:COMMIT:PATH starts from
	}
	commit, err := resolve.Unchanged(ctx, dir, path)
	if err != nil || commit == "" {
		return typed, "", err
	}
	if tree, err = resolve.Tree(ctx, dir, commit, path); err != nil {
		return typed, "", nil // ignored files only: no commit has them
	}
	return fmt.Sprintf("%s%.12s:%s", resolve.GitPrefix, commit, filepath.ToSlash(filepath.Clean(typed))), tree, nil
}
