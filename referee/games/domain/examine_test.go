package domain

import (
	"testing"

	"arbiter/referee/refereetest"
)

// "Rule quotes the sentence of the game's page of rules that an Illegal answer breaks."
func TestBreaches(t *testing.T) {
	refereetest.TestBreaches(t, Game{}, []refereetest.Breach{
		{Answer: "6 6 U", Rule: "go to a cell"},
		{Position: `{"tokens": [[0, 0], [5, 5]]}`, Answer: "0 0 U", Rule: "The side must not be the border"},
	})
}
