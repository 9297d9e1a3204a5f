package games

import (
	"slices"

	"arbiter/referee"
)

// Attributes returns the names of the attributes that the matches of a game
// have, in the game's order, or those of all games for the name "".
func Attributes(game string) []string { return attributes(All(), game) }

func attributes(all []referee.Game, game string) []string {
	var names []string
	for _, g := range all {
		if game != "" && game != g.Info().Name {
			continue
		}
		if _, own := g.(referee.Rereader); own {
			continue // its match would start a program
		}
		m, err := g.New(referee.Setup{Seed: 1}, g.Info().MinSeats)
		if err != nil {
			continue // the game's own tests deal this seed
		}
		for _, a := range m.Attributes() {
			if !slices.Contains(names, a.Name) {
				names = append(names, a.Name)
			}
		}
	}
	return names
}
