package keeper_test

import (
	"fmt"

	"arbiter/referee/games/keeper"
)

// A bot tries every action on what its hero knows and takes the best.
func ExampleKnowledge() {
	game := keeper.Deal(8) // the bot sees of it what it is sent
	var known keeper.Knowledge
	for range 3 {
		known.See(game.Hero, game.Visible(nil))
		var best keeper.Action
		highest := -1 << 31
		for _, a := range known.State.Actions(nil) {
			next := known.State
			next.StepInOrder(a, nil, nil)
			if next.Hero.Score > highest {
				best, highest = a, next.Hero.Score
			}
		}
		game.Step(best, nil)
		fmt.Println(best, "->", game.Hero.Score)
	}
	// Output:
	// ATTACK 3 14 1 -> 6
	// ATTACK 3 9 3 -> 12
	// MOVE 12 0 -> 19
}
