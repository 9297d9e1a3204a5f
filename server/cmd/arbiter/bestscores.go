package main

import (
	"os"

	"arbiter/referee/games/heropath"
	"arbiter/server/league"
)

// bestScores returns the best known scores by start, or nil without a table.
func bestScores(path string) (func(league.Start) (int64, bool), error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, league.Usagef("table of best scores: %w", err)
	}
	table, err := heropath.ParseBest(text)
	if err != nil {
		return nil, league.Usagef("%s: %w", path, err)
	}
	return func(start league.Start) (int64, bool) {
		highest, err := table.Highest(start.Name)
		return highest, err == nil
	}, nil
}
