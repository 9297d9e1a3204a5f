package rating

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// z95 is half the width of a 95 % interval of the normal distribution, in
// standard deviations.
const z95 = 1.959963984540054

// A sample is what Games and Pairs have in common: independent trials that
// each end with one of a few values between 0 and 1.
type sample struct {
	kinds int        // how many values there are: 3 or 5
	value [5]float64 // points of the trial as a share of its games
	count [5]float64 // trials that ended so
	games int        // games of one trial: 1 or 2
}

func (g Games) sample() sample {
	return sample{
		kinds: 3,
		value: [5]float64{0, 0.5, 1},
		count: [5]float64{float64(g.Losses), float64(g.Draws), float64(g.Wins)},
		games: 1,
	}
}

func (p Pairs) sample() sample {
	return sample{
		kinds: 5,
		value: [5]float64{0, 0.25, 0.5, 0.75, 1},
		count: [5]float64{float64(p.LL), float64(p.LD), float64(p.DD), float64(p.WD), float64(p.WW)},
		games: 2,
	}
}

// trials returns the size of the sample.
func (s *sample) trials() float64 {
	total := 0.0
	for _, n := range s.count {
		total += n
	}
	return total
}

// moments returns the mean value of a trial and its variance, with the
// sample's own size as the divisor, as fastchess does.
func (s *sample) moments() (mean, variance float64) {
	total := s.trials()
	for i, n := range s.count {
		mean += n / total * s.value[i]
	}
	for i, n := range s.count {
		variance += n / total * (s.value[i] - mean) * (s.value[i] - mean)
	}
	return mean, variance
}

// alike returns the index of the one value that all trials have, or -1.
func (s *sample) alike() int {
	only := -1
	for i, n := range s.count {
		if n == 0 {
			continue
		}
		if only >= 0 {
			return -1
		}
		only = i
	}
	return only
}

// phi is the distribution function of the normal distribution.
func phi(x float64) float64 { return distuv.UnitNormal.CDF(x) }

// number returns a pointer to x, without the sign of a zero.
func number(x float64) *float64 {
	x += 0
	return &x
}

// EloOf returns the Elo difference at which the expected score is score,
// which is between 0 and 1 and neither of them (Elo, The Rating of
// Chessplayers, 1978, with the logistic curve).
func EloOf(score float64) float64 { return 400 * math.Log10(score/(1-score)) }

// ScoreOf returns the expected score at an Elo difference, the inverse of EloOf.
func ScoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
