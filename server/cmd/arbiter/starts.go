package main

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"arbiter/referee"
	"arbiter/server/league"
)

// testStarts returns a start for each test of a folder, or for one file, and
// the texts by digest. Each is dealt once, so that a wrong one is told before
// the first match.
func testStarts(path string, g referee.Game) ([]league.Start, map[string][]byte, error) {
	files := []string{path}
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, league.Usagef("tests: %w", err)
	}
	if info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(path, "*.json")); err != nil || len(files) == 0 {
			return nil, nil, league.Usagef("tests: no .json file in %s", path)
		}
		slices.Sort(files)
	}
	var starts []league.Start
	setups := map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, league.Usagef("tests: %w", err)
		}
		sum := sha256.Sum256(text)
		digest := hex.EncodeToString(sum[:10])
		setups[digest] = text
		starts = append(starts, league.Start{Setup: digest, Name: strings.TrimSuffix(filepath.Base(file), ".json")})
	}
	for _, s := range starts {
		if _, err := g.New(referee.Setup{Position: setups[s.Setup]}, g.Info().MinSeats); err != nil {
			return nil, nil, league.Usagef("test %s: %w", s.Name, err)
		}
	}
	return starts, setups, nil
}
