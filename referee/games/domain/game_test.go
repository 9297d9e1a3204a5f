package domain

import (
	"math/rand/v2"
	"testing"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

func TestGame(t *testing.T) { refereetest.TestGame(t, Game{}, legalAnswer) }

// legalAnswer draws one of the mover's legal actions.
func legalAnswer(r *rand.Rand, m referee.Match, _ int) []string {
	actions := m.(*match).state.Actions(nil)
	return []string{actions[r.IntN(len(actions))].String()}
}
