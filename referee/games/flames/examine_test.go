package flames

import (
	"testing"

	"arbiter/referee/refereetest"
)

// "Rule quotes the sentence of the game's page of rules that an Illegal answer breaks."
func TestBreaches(t *testing.T) {
	refereetest.TestBreaches(t, Game{}, []refereetest.Breach{
		{Position: `{"ap": 1}`, Answer: "JUMP N", Rule: "You have 40 HP, 10 AP"},
		{Position: `{"jumps_left": 0}`, Answer: "JUMP N", Rule: "moves two cells"},
		{Position: `{"arena": ["#####", "#S..#", "#...#", "#...#", "#####"], "flames": [[3, 3]]}`, Answer: "MOVE N", Rule: "moves to the next cell"},
	})
}
