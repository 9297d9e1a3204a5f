package bots_test

import (
	"fmt"
	"os"
	"path"
	"strings"
	"testing"

	"arbiter/bots"
	"arbiter/bots/option"
	"arbiter/referee/games"
)

// "Each game's bots form a ladder": ten bots, each rated above the one below,
// with the ratings that its README tells.
func TestLevels(t *testing.T) {
	for _, g := range games.All() {
		game := g.Info().Name
		levels, unit := bots.Levels(game)
		if len(levels) != option.Levels || unit == "" {
			t.Errorf("%s: %d levels in %q; want %d, and a unit", game, len(levels), unit, option.Levels)
		}
		var row strings.Builder
		for i, l := range levels {
			if i > 0 && l.Rating <= levels[i-1].Rating {
				t.Errorf("%s is rated %g; want more than the %g of the level below", l.Path, l.Rating, levels[i-1].Rating)
			}
			if _, _, err := bots.Find(l.Path); err != nil {
				t.Error(err)
			}
			fmt.Fprintf(&row, " | %g", l.Rating)
		}
		readme, err := os.ReadFile(path.Join(game, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(readme), row.String()+" |\n") {
			t.Errorf("%s/README.md has no row%s |", game, row.String())
		}
	}
}
