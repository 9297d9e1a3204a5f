package flags

import (
	"arbiter/referee/games"
	"arbiter/server/league"
	"arbiter/server/terminal/runner"
)

// Conditions select matches by conditions.
type Conditions struct {
	Filter string `help:"Only matches that satisfy all conditions, e.g. bot=mine,fault=timeout or cols<34,minions>=4 or metric.depth>5; see docs/tournaments.md." placeholder:"FILTER" group:"matches"`
}

// ParseFilter returns the filter for matches of a game, or of any game for "".
func (f Conditions) ParseFilter(game string) (runner.Filter, error) {
	if game != "" {
		if _, err := games.Find(game); err != nil {
			return runner.Filter{}, league.UsageError{Err: err}
		}
	}
	filter, err := league.ParseFilter(f.Filter)
	if err == nil {
		err = filter.CheckNames(games.Attributes(game))
	}
	if err != nil {
		return runner.Filter{}, league.Usagef("--filter: %w", err)
	}
	return runner.Filter{Filter: filter, Text: f.Filter}, nil
}
