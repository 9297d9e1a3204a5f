package games_test

import (
	"slices"
	"testing"

	"arbiter/referee/games"
)

// "The names of the attributes that the matches of a game have, or those of all
// games": no game is left out because its start cannot be dealt.
func TestAttributes(t *testing.T) {
	all := games.Attributes("")
	for _, g := range games.All() {
		own := games.Attributes(g.Info().Name)
		if len(own) == 0 {
			t.Errorf("%s has none", g.Info().Name)
		}
		for _, name := range own {
			if !slices.Contains(all, name) {
				t.Errorf("%s of %s is not among all", name, g.Info().Name)
			}
		}
	}
}
