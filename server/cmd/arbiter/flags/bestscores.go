package flags

import (
	"os"

	"arbiter/referee/games/heropath"
	"arbiter/server/league"
)

// BestScores returns the lookup of the best known score of a start, for
// relative scores. Without a table it returns nil.
func BestScores(path string) (func(league.Start) (int64, bool), error) {
	if path == "" {
		return nil, nil
	}
	table, err := ReadBestScores(path)
	if err != nil {
		return nil, err
	}
	return func(start league.Start) (int64, bool) {
		highest, err := table.Highest(start.Name)
		return highest, err == nil
	}, nil
}

// ReadBestScores reads a table of best scores by test.
func ReadBestScores(path string) (heropath.Best, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, league.Usagef("table of best scores: %w", err)
	}
	table, err := heropath.ParseBest(text)
	if err != nil {
		return nil, league.Usagef("%s: %w", path, err)
	}
	return table, nil
}
