package domain

import (
	"arbiter/bots/option"
	rules "arbiter/referee/games/domain"
)

// Parameters are what Boss weighs and how it searches: see List.
type Parameters struct{ Side, Cell, Full, Joint, Path int }

// DefaultParameters returns what Boss plays with when no option says otherwise.
func DefaultParameters() (p Parameters) {
	option.SetDefaults(p.List())
	return p
}

// List returns the parameters as options of the bot: each is declared here alone. No guess
// that they allow reaches the scores of games that are decided.
func (w *Parameters) List() []option.Parameter {
	return []option.Parameter{
		{Name: "side", Value: &w.Side, Default: 1, Min: 0, Max: 50, About: "an open side of a cell that is nearer to a player's token, in points"},
		{Name: "cell", Value: &w.Cell, Default: 0, Min: 0, Max: 50, About: "such a cell, in points"},
		{Name: "full", Value: &w.Full, Default: 8, Min: 1, Max: rules.MaxActions, About: "actions of a position, the most promising ones, that are searched to the full depth at once"},
		{Name: "joint", Value: &w.Joint, Default: 2, Min: 0, Max: 8, About: "most sides that join a region which is searched to its end; 0 is never"},
		{Name: "path", Value: &w.Path, Default: rules.StrictPath, Min: rules.StrictPath, Max: rules.MaxPath, About: "most steps of a path of its own; 4 is what the published referee accepts"},
	}
}
