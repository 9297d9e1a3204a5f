package analyst

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"arbiter/bots/judge"
	"arbiter/referee"
	"arbiter/referee/replay"
	"arbiter/server/study/analysis"
)

// A Cache is a folder of what analyses have found out, a file for each match. What
// is unreadable in it counts as missing. The zero Cache keeps nothing.
type Cache struct {
	Dir string
}

// cached is what a file holds.
type cached struct {
	Report *analysis.Analysis `json:"report"`
	Notes  *analysis.Notes    `json:"notes"`
	// Granted is how many seconds all analyses together were allowed to take. An analysis
	// that ended early, because all is known, counts whole. One that ctx ended counts as far
	// as it came.
	Granted float64 `json:"granted,omitempty"`
}

// mostFiles is how many matches a Cache keeps: those analysed last. A file has
// some 50 kB.
const mostFiles = 2000

func (c Cache) path(key string) string { return filepath.Join(c.Dir, key+".json") }

// Analyse analyses a match. It goes on from what earlier analyses have found out, and keeps
// what it finds out, even if ctx ends it. With an Effort it starts from nothing and keeps
// nothing, so that its report is always the same. It keeps nothing of an analysis of one seat
// alone, either.
func (c Cache) Analyse(ctx context.Context, match string, rec *replay.Record, g referee.Game, j judge.Judging, o analysis.Options) (*analysis.Analysis, error) {
	if o.Effort > 0 {
		c = Cache{}
	}
	key, err := analysis.Key(rec, j)
	if err != nil {
		return nil, err
	}
	before := c.load(key)
	o.Notes = before.Notes
	began := time.Now()
	report, notes, err := analysis.Analyse(ctx, match, rec, g, j, o)
	if report != nil && o.Seat == analysis.AllSeats {
		granted := time.Since(began)
		if err == nil && ctx.Err() == nil { // else it may have ended before its time
			granted = max(granted, o.Time)
		}
		err = errors.Join(err, c.save(key, cached{report, notes, before.Granted + granted.Seconds()}))
	}
	return report, err
}

// Granted returns how much time all analyses of a match were given that Analyse has kept.
func (c Cache) Granted(rec *replay.Record, j judge.Judging) (time.Duration, error) {
	key, err := analysis.Key(rec, j)
	if err != nil {
		return 0, err
	}
	return time.Duration(c.load(key).Granted * float64(time.Second)), nil
}

// Known returns the report of the latest analysis of a match; nil if there is none.
func (c Cache) Known(rec *replay.Record, j judge.Judging) (*analysis.Analysis, error) {
	if c.Dir == "" {
		return nil, nil
	}
	key, err := analysis.Key(rec, j)
	if err != nil {
		return nil, err
	}
	return c.load(key).Report, nil
}

// load returns what is known of a match by its analysis.Key, or the zero value.
func (c Cache) load(key string) cached {
	if c.Dir == "" {
		return cached{}
	}
	text, err := os.ReadFile(c.path(key))
	var known cached
	if err != nil || json.Unmarshal(text, &known) != nil {
		return cached{}
	}
	return known
}

// save stores what is known of a match.
func (c Cache) save(key string, known cached) error {
	if c.Dir == "" {
		return nil
	}
	text, err := json.Marshal(known)
	if err != nil {
		return fmt.Errorf("store analysis: %w", err)
	}
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return fmt.Errorf("store analysis: %w", err)
	}
	temporary, err := os.CreateTemp(c.Dir, "."+key+".*")
	if err != nil {
		return fmt.Errorf("store analysis: %w", err)
	}
	_, err = temporary.Write(text)
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), c.path(key))
	}
	if err != nil {
		return fmt.Errorf("store analysis: %w", errors.Join(err, os.Remove(temporary.Name())))
	}
	return c.prune()
}

// prune removes the oldest files beyond mostFiles.
func (c Cache) prune() error {
	entries, err := os.ReadDir(c.Dir)
	if err != nil || len(entries) <= mostFiles {
		return err
	}
	var files []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, f := range files[:max(0, len(files)-mostFiles)] {
		err = errors.Join(err, os.Remove(filepath.Join(c.Dir, f.Name())))
	}
	return err
}
