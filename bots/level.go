package bots

import "fmt"

// A Level is the boss of a game at one of its levels.
type Level struct {
	Path   string  // as it is typed after "builtin:"
	Rating float64 // in the unit that Levels returns
}

// Levels returns the levels of a game's boss, the weakest first, and the unit of their ratings.
// A game without a boss has none.
func Levels(game string) (levels []Level, unit string) {
	of := Of(game).Strengths
	if of.Unit == "" {
		return nil, ""
	}
	for i, rating := range of.Ratings {
		levels = append(levels, Level{fmt.Sprintf("%s/boss?level=%d", game, i+1), rating})
	}
	return levels, of.Unit
}
