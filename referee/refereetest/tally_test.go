package refereetest_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"arbiter/referee"
	"arbiter/referee/refereetest"
)

func TestTally(t *testing.T) {
	answer := func(r *rand.Rand, _ referee.Match, _ int) []string { return []string{strconv.Itoa(r.IntN(10))} }
	refereetest.TestGame(t, refereetest.Tally{}, answer)
	refereetest.TestGame(t, refereetest.Tally{Seats: 2}, answer)
	refereetest.TestGame(t, refereetest.Tally{Seats: 2, Turns: 4, Alternate: true}, answer)
}
