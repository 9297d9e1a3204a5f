package rating

import "math"

// A scoreWager is a wager about the mean difference of scores. Half of its capital are
// the bets of a wager, which fit differences of any size. The other half is one bet with
// the stake at which capital grows fastest under the other hypothesis, which takes a sixth
// fewer starts where bots are about equal. The stake follows from the trials before, so
// the capital stays a supermartingale.
type scoreWager struct {
	wager
	ahead float64 // how far the other hypothesis is from the border
	tuned float64 // logarithm of the capital of the bet, from 1
}

// settle pays for a trial.
func (w *scoreWager) settle(t scoreTrial) {
	growth := w.growth(t.x)
	w.wager.settle(&growth)
	least, gain := 1-w.border, w.border-t.x
	if w.above {
		least, gain = w.border, t.x-w.border
	}
	if least <= 0 {
		return // no mean is beyond the border
	}
	stake := min(w.ahead*least/(t.variance+w.ahead*w.ahead), stake(bets-1))
	w.tuned += math.Log1p(stake * gain / least)
}

// capital returns the logarithm of the capital of all bets together.
func (w *scoreWager) capital() float64 {
	grid := w.wager.capital()
	most := max(grid, w.tuned)
	return most + math.Log((math.Exp(grid-most)+math.Exp(w.tuned-most))/2)
}

// A scoreSpread estimates the variance of trials between 0 and 1. It begins with a guess,
// which weighs as much as guessed trials.
type scoreSpread struct{ n, mean, squares float64 }

// The guess: a sixth of the Range as the deviation, as of scores that spread evenly over a
// third of theirs.
const (
	guessed       = 10
	guessVariance = 1.0 / 36
)

func (s *scoreSpread) add(x float64) {
	s.n++
	step := x - s.mean
	s.mean += step / s.n
	s.squares += step * (x - s.mean)
}

func (s *scoreSpread) variance() float64 {
	return (s.squares + guessed*guessVariance) / (s.n + guessed)
}
