// Package games lists the games that Arbiter plays.
package games

import (
	"arbiter/referee"
	"arbiter/referee/games/ctf"
	"arbiter/referee/games/domain"
	"arbiter/referee/games/flames"
	"arbiter/referee/games/heropath"
	"arbiter/referee/games/keeper"
)

// All returns every game, in the order of their names.
func All() []referee.Game {
	return []referee.Game{
		ctf.Game{},
		domain.Game{},
		flames.Game{},
		heropath.Game{},
		keeper.Game{},
	}
}

// Find returns the game of that name. The error lists the names there are.
func Find(name string) (referee.Game, error) { return find(All(), name) }
