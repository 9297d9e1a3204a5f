package keeper

import (
	"testing"

	"arbiter/referee/refereetest"
)

// "Rule quotes the sentence of the game's page of rules that an Illegal answer breaks."
func TestBreaches(t *testing.T) {
	refereetest.TestBreaches(t, Game{}, []refereetest.Breach{
		{Answer: "MOVE 99 0", Rule: "A target outside the maze"},
		{Answer: "ATTACK 7 0 0", Rule: "What is a weapon other than 0 to 3?"},
		{Position: trial(`"hero": {"hp": 20}`, "HE......"), Answer: "ATTACK 0 9 9", Rule: "Some well-formed actions have no effect"},
	})
}
