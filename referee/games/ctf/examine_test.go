package ctf

import (
	"testing"

	"arbiter/referee/refereetest"
)

// "Rule quotes the sentence of the game's page of rules that an Illegal answer breaks."
func TestBreaches(t *testing.T) {
	const minions = `"minions": [[{"pos": [1, 2]}, {"pos": [3, 2], "health": 0}], [{"pos": [1, 32]}, {"pos": [3, 32], "health": 0}]]`
	refereetest.TestBreaches(t, Game{}, []refereetest.Breach{
		{Answer: "MOVE 0 0 0", Rule: "What does a `MOVE` to a wall"},
		{Answer: "FIRE 0", Rule: "What does a power-up do that cannot be paid for?"},
		{Position: trial(`"credits": [300, 300],` + minions), Answer: "MINE 0 0 0", Rule: "Where can a mine be planted?"},
		{Position: trial(minions), Answer: "WAIT 0 | WAIT 1", Rule: "What is a command for a frozen or dead minion?"},
		{Answer: "WAIT 9", Rule: "What are an unknown id"},
		{Answer: "WAIT 0 | WAIT 0", Rule: "What are an unknown id"},
		{Answer: "MOVE 0 99 0", Rule: "What are an unknown id"},
	})
}
