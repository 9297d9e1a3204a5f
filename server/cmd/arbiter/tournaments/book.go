package tournaments

import (
	"os"
	"path/filepath"
	"strings"

	"arbiter/referee"
	"arbiter/server/league"
)

// readBook reads start positions: a folder of JSON files, or one file. It returns
// a start for each position, named after its file, and the positions by digest.
// It deals each position once, so that an invalid one is reported before the
// first match.
func readBook(path string, g referee.Game) ([]league.Start, league.Positions, error) {
	files := []string{path}
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, league.Usagef("book: %w", err)
	}
	if info.IsDir() {
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, nil, league.Usagef("book: %w", err)
		}
		files = nil
		for _, e := range entries { // by name
			if filepath.Ext(e.Name()) == ".json" {
				files = append(files, filepath.Join(path, e.Name()))
			}
		}
		if len(files) == 0 {
			return nil, nil, league.Usagef("book: no .json file in %s", path)
		}
	}
	var starts []league.Start
	positions := league.Positions{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, nil, league.Usagef("book: %w", err)
		}
		starts = append(starts, positions.Add(strings.TrimSuffix(filepath.Base(file), ".json"), text))
	}
	for _, s := range starts {
		if _, err := g.New(referee.Setup{Position: positions[s.Position]}, g.Info().MinSeats); err != nil {
			return nil, nil, league.Usagef("position %s: %w", s.Name, err)
		}
	}
	return starts, positions, nil
}
