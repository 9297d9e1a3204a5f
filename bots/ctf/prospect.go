package ctf

import (
	"math"

	rules "arbiter/referee/games/ctf"
)

// prospect returns how likely seat 0 wins from a position, a draw counting half: a
// logistic curve over what one seat has more than the other, fitted to 8 600
// positions of 400 matches of the boss against itself. Fitted to two thirds of them,
// its Brier score on the others is 0.183; that of who is ahead is 0.367.
func prospect(s *rules.State, table *rules.Table) float64 {
	if s.Over() {
		scores := s.Scores()
		return 0.5 + float64(scores[0]-scores[1])/2
	}
	turns, first := race(s, table)
	credits := float64(s.Credits[0] - s.Credits[1])
	sum := 0.021*credits + 0.27*math.Tanh(credits/math.Sqrt(1+float64(s.Coins.Len())+float64(s.Limit-s.Turn)/10))
	for seat, sign := range [2]float64{1, -1} {
		alive, health, timeouts := force(s, seat)
		one := float64(alive)*(0.02+1.13*float64(s.Turn)/float64(s.Limit)) + 0.0085*float64(health) - 0.17*float64(timeouts) + 96/float64(turns[seat]+5)
		if seat == first {
			one += 1.23
		}
		sum += sign * one
	}
	return 1 / (1 + math.Exp(-sum))
}
