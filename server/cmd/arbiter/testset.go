package main

import (
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
func testStarts(path string, g referee.Game) ([]league.Start, league.Positions, error) {
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
	positions := league.Positions{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, league.Usagef("tests: %w", err)
		}
		starts = append(starts, positions.Add(strings.TrimSuffix(filepath.Base(file), ".json"), text))
	}
	for _, s := range starts {
		if _, err := g.New(referee.Setup{Position: positions[s.Position]}, g.Info().MinSeats); err != nil {
			return nil, nil, league.Usagef("test %s: %w", s.Name, err)
		}
	}
	return starts, positions, nil
}

// parseSeeds reads a list of seeds, or the file that has one.
func parseSeeds(text string) ([]league.Start, error) {
	if content, err := os.ReadFile(text); err == nil {
		text = string(content)
	}
	starts, err := league.ParseSeeds(text)
	if err != nil {
		return nil, league.Usagef("--seeds: %w", err)
	}
	return starts, nil
}
