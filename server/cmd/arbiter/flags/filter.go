package flags

import (
	"arbiter/server/league"
)

// Conditions select matches by conditions.
type Conditions struct {
	Filter string `help:"Only matches that satisfy all conditions, e.g. bot=mine,fault=timeout or cols<34,minions>=4 or metric.depth>5; see docs/tournaments.md." placeholder:"FILTER" group:"matches"`
}

// ParseFilter returns the filter for matches of a game, or of any game for "". A server knows
// its games itself.
func (f Conditions) ParseFilter(of Library, game string) (league.Filter, error) {
	registry, err := of.Registry(of)
	if err != nil {
		return league.Filter{}, err
	}
	if game != "" && of.Server == "" {
		if _, err := registry.Find(game); err != nil {
			return league.Filter{}, league.UsageError{Err: err}
		}
	}
	filter, err := league.ParseFilter(f.Filter)
	if err == nil {
		err = filter.CheckNames(registry.Attributes(game))
	}
	if err != nil {
		return league.Filter{}, league.Usagef("--filter: %w", err)
	}
	return filter, nil
}
