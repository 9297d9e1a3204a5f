package domain

import (
	"arbiter/bots/option"
	rules "arbiter/referee/games/domain"
)

// Parameters are what Boss weighs and how it searches.
type Parameters struct {
	Side  int // an open side of a cell that is nearer to a player's token, in points
	Cell  int // such a cell, in points
	Full  int // actions of a position, the most promising ones, that are searched to the full depth at once
	Joint int // most sides that join a region which is searched to its end; 0 is never
	Path  int // most steps of a path of its own: see rules.StrictPath
}

// DefaultParameters returns what Boss plays with when no option says otherwise.
func DefaultParameters() Parameters {
	return Parameters{Side: 1, Cell: 0, Full: 8, Joint: 2, Path: rules.StrictPath}
}

// List returns the parameters as options of the bot. No guess that they allow
// reaches the scores of games that are decided.
func (w *Parameters) List() []option.Parameter {
	return []option.Parameter{
		{Name: "side", Value: &w.Side, Min: 0, Max: 50, About: "an open side of a nearer cell"},
		{Name: "cell", Value: &w.Cell, Min: 0, Max: 50, About: "a nearer cell"},
		{Name: "full", Value: &w.Full, Min: 1, Max: rules.MaxActions, About: "actions that are searched to the full depth at once"},
		{Name: "joint", Value: &w.Joint, Min: 0, Max: 8, About: "most sides that join a region which is searched to its end"},
		{Name: "path", Value: &w.Path, Min: rules.StrictPath, Max: rules.MaxPath, About: "most steps of its own paths; 4 is what the published referee accepts"},
	}
}
