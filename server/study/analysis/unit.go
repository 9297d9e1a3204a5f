package analysis

import (
	"cmp"

	"arbiter/referee"
)

// Unit returns what values and costs of a game are counted in: the unit of the score in a
// solo game, and between seats points of winning chance, of which a win is 1.
func Unit(info referee.Info) string {
	if info.Solo() {
		return cmp.Or(info.Unit, "points of score")
	}
	return "points of winning chance"
}
