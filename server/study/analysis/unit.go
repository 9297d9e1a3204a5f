package analysis

import (
	"cmp"

	"arbiter/referee"
)

// WinningChance is the unit of games between seats: a win is 1.
const WinningChance = "points of winning chance"

// Unit returns what values and costs of a game are counted in: the unit of the score in a
// solo game, and WinningChance between seats.
func Unit(info referee.Info) string {
	if info.Solo() {
		return cmp.Or(info.Unit, "points of score")
	}
	return WinningChance
}
