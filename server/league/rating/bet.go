package rating

import "math"

// bets is how many bets a wager mixes. Small stakes grow fast on small
// differences and large stakes on large ones; the mean of ten is never behind
// the best of them by more than a factor of ten.
const bets = 10

// stake returns the share of its capital that bet i loses to the worst outcome
// of one trial: 10 %, 20 % and so on, and never all of it.
func stake(i int) float64 { return min(float64(i+1)/bets, 0.99) }

// A wager is a test by betting of where the mean of trials between 0 and 1
// is. A capital of 1 is divided among the bets and multiplied by each trial
// worth x:
//
//	1 + stake * (x - border) / border          for "the mean is above the border"
//	1 + stake * (border - x) / (1 - border)    for "the mean is below the border"
//
// As long as the mean of a trial, given all trials before it, is not beyond
// the border, the capital is a nonnegative supermartingale, whatever else is
// true of the trials and however they change. So it ever reaches c with a
// probability of at most 1/c (J. Ville, 1939), and may be looked at after
// every trial (I. Waudby-Smith and A. Ramdas, "Estimating means of bounded
// random variables by betting", Journal of the Royal Statistical Society B 86,
// 2024).
type wager struct {
	border float64          // between 0 and 1 and neither of them
	above  bool             // bets that the mean is above the border, else below
	usual  [5][bets]float64 // growth by a trial of each value of the sample
	logs   [bets]float64    // logarithms of the bets' capital, each from 1
}

// newWager returns a wager that has seen nothing.
func newWager(border float64, above bool, s *sample) wager {
	w := wager{border: border, above: above}
	for i := range s.kinds {
		w.usual[i] = w.growth(s.value[i])
	}
	return w
}

// growth returns what a trial worth x adds to the logarithms.
func (w *wager) growth(x float64) [bets]float64 {
	gain := (w.border - x) / (1 - w.border)
	if w.above {
		gain = (x - w.border) / w.border
	}
	var growth [bets]float64
	for i := range growth {
		growth[i] = math.Log1p(stake(i) * gain)
	}
	return growth
}

// settle pays for a trial.
func (w *wager) settle(growth *[bets]float64) {
	for i := range w.logs {
		w.logs[i] += growth[i]
	}
}

// capital returns the logarithm of the capital of all bets together.
func (w *wager) capital() float64 {
	most := w.best()
	sum := 0.0
	for _, l := range w.logs {
		sum += math.Exp(l - most)
	}
	return most + math.Log(sum/bets)
}

// best returns the logarithm of the best bet's capital, from which that of all
// is at most ln(bets) below.
func (w *wager) best() float64 {
	most := w.logs[0]
	for _, l := range w.logs[1:] {
		most = max(most, l)
	}
	return most
}

// reached reports whether the logarithm of the capital is at least needed. It
// asks the best bet first: summing the bets costs more than all else in a
// simulation.
func (w *wager) reached(needed float64) bool { return w.best() >= needed && w.capital() >= needed }
