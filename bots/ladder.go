package bots

import (
	"fmt"

	"arbiter/bots/ctf"
	"arbiter/bots/domain"
	"arbiter/bots/flames"
	"arbiter/bots/heropath"
	"arbiter/bots/keeper"
	"arbiter/bots/option"
)

// A Level is the boss of a game at one of its levels.
type Level struct {
	Path   string // as it is typed after "builtin:"
	Rating float64
}

// Ladder returns the levels of a game's boss, the weakest first, and what their
// ratings are. A game without builtin bots has none.
func Ladder(game string) (levels []Level, unit string) {
	var ladder option.Ladder
	switch game {
	case "ctf":
		ladder = ctf.Ladder()
	case "domain":
		ladder = domain.Ladder()
	case "flames":
		ladder = flames.Ladder()
	case "heropath":
		ladder = heropath.Ladder()
	case "keeper":
		ladder = keeper.Ladder()
	default:
		return nil, ""
	}
	for i, rating := range ladder.Ratings {
		levels = append(levels, Level{fmt.Sprintf("%s/boss?level=%d", game, i+1), rating})
	}
	return levels, ladder.Unit
}
