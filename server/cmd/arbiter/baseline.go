package main

import (
	"arbiter/server/league"
	"arbiter/server/resolve"
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// A baselineEntry is the accepted bot of one game in the baseline file.
type baselineEntry struct {
	Bot    string `toml:"bot"`    // as it is typed; git:COMMIT:PATH where that is possible
	Digest string `toml:"digest"` // of the bot that was accepted
	Elo    string `toml:"elo"`    // what the check said of it, for people
}

// readBaselines reads the baseline file: a table for each game.
func readBaselines(path string) (map[string]baselineEntry, error) {
	entries := map[string]baselineEntry{}
	text, err := os.ReadFile(path)
	if err != nil {
		return entries, err
	}
	meta, err := toml.Decode(string(text), &entries)
	if err != nil {
		return nil, league.Usagef("%s: %w", path, err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, league.Usagef("%s: unknown key %q; want bot, digest and elo", path, unknown[0])
	}
	return entries, nil
}

// baseline returns the bot to compare with.
func (c checkCmd) baseline(ctx context.Context, v venue) (string, error) {
	if c.Baseline != "" {
		return c.Baseline, nil
	}
	entries, err := readBaselines(c.BaselineFile)
	if errors.Is(err, os.ErrNotExist) {
		return "", league.Usagef("no --baseline, and no file %s that has one; give --baseline, and --accept to record the candidate", c.BaselineFile)
	}
	if err != nil {
		return "", err
	}
	entry, ok := entries[c.Game]
	if !ok {
		return "", league.Usagef("%s has no baseline of %s; give --baseline, and --accept to record the candidate", c.BaselineFile, c.Game)
	}
	if known, ok, err := v.known(ctx, c.Game, entry.Digest); err != nil || ok {
		return known.ID, err
	}
	found, err := v.find(ctx, c.Game, []string{entry.Bot})
	if err != nil {
		return "", err
	}
	if found[0].Digest != entry.Digest {
		return "", league.Usagef("%s: the baseline %s is another bot now (digest %s, accepted was %s); name a commit of it, such as git:main:%s",
			c.BaselineFile, entry.Bot, found[0].Digest, entry.Digest, entry.Bot)
	}
	return entry.Bot, nil
}

// accept records the candidate in the baseline file.
func (c checkCmd) accept(ctx context.Context, v verdict, s streams) error {
	entries, err := readBaselines(c.BaselineFile)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	entries[c.Game] = baselineEntry{
		Bot: committed(ctx, c.Candidate), Digest: v.Candidate.Digest, Elo: withError(v.Elo, v.EloError95),
	}
	var text bytes.Buffer
	fmt.Fprintln(&text, "# The bots that arbiter check compares with. Commit this file.")
	for _, game := range slices.Sorted(maps.Keys(entries)) {
		fmt.Fprintf(&text, "\n[%s]\n", game)
		if err := toml.NewEncoder(&text).Encode(entries[game]); err != nil {
			return err
		}
	}
	if err := os.WriteFile(c.BaselineFile, text.Bytes(), 0o644); err != nil {
		return err
	}
	fmt.Fprintf(s.err, "%s: the baseline of %s is now %s\n", c.BaselineFile, c.Game, entries[c.Game].Bot)
	return nil
}

// committed returns the bot as git:COMMIT:PATH when it is a folder whose files
// are all committed: the folder will change, the commit will not.
func committed(ctx context.Context, typed string) string {
	info, err := os.Stat(typed)
	if err != nil || !info.IsDir() {
		return typed
	}
	changed, err := resolve.Git(ctx, typed, "status", "--porcelain", "--", ".")
	if err != nil || changed != "" {
		return typed
	}
	hash, err := resolve.Git(ctx, typed, "rev-parse", "HEAD")
	if err != nil {
		return typed
	}
	if filepath.IsAbs(typed) || strings.HasPrefix(filepath.Clean(typed), "..") {
		return typed // not below the folder that git:COMMIT:PATH starts from
	}
	return fmt.Sprintf("git:%.12s:%s", hash, filepath.ToSlash(filepath.Clean(typed)))
}
