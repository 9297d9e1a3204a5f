// Package games lists the games that Arbiter plays.
package games

import (
	"fmt"
	"strings"

	"arbiter/referee"
	"arbiter/referee/games/ctf"
	"arbiter/referee/games/domain"
	"arbiter/referee/games/flames"
	"arbiter/referee/games/heropath"
	"arbiter/referee/games/keeper"
	"arbiter/referee/nearest"
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
func Find(name string) (referee.Game, error) {
	var names []string
	for _, g := range All() {
		if g.Info().Name == name {
			return g, nil
		}
		names = append(names, g.Info().Name)
	}
	return nil, fmt.Errorf("unknown game %q%s; want one of %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}
