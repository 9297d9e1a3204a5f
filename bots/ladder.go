package bots

import "fmt"

// A Level is the boss of a game at one of its levels.
type Level struct {
	Path   string  // as it is typed after "builtin:"
	Rating float64 // in the unit that Ladder returns
}

// Ladder returns the levels of a game's boss, the weakest first, and the unit of their ratings.
// A game without a ladder has none.
func Ladder(game string) (levels []Level, unit string) {
	ladder := Of(game).Ladder
	if ladder.Unit == "" {
		return nil, ""
	}
	for i, rating := range ladder.Ratings {
		levels = append(levels, Level{fmt.Sprintf("%s/boss?level=%d", game, i+1), rating})
	}
	return levels, ladder.Unit
}
