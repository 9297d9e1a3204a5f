package rating

import "math"

// unseen is the count that stands for a value that did not occur, so that no
// hypothesis gets the likelihood 0. It is fastchess's.
const unseen = 1e-3

// A hypothesis returns the likeliest distribution, given the frequencies d,
// whose difference is elo.
type hypothesis func(d *distribution, elo float64) [5]float64

// llr is the generalized log-likelihood ratio of the difference elo1 to the
// difference elo0: a difference fixes one figure of a trial's distribution,
// and the likeliest distribution that has it stands for it (M. Van den Bergh,
// "The Generalized Maximum Likelihood Ratio for the Expectation Value of a
// Distribution", 2019).
func (s sample) llr(elo0, elo1 float64, at hypothesis) float64 {
	if s.trials() == 0 {
		return 0
	}
	for i := range s.kinds {
		s.count[i] = max(s.count[i], unseen)
	}
	total := s.trials()
	d := distribution{kinds: s.kinds, value: s.value}
	for i := range s.kinds {
		d.p[i] = s.count[i] / total
	}
	p0, p1 := at(&d, elo0), at(&d, elo1)
	llr := 0.0
	for i := range s.kinds {
		llr += s.count[i] * math.Log(p1[i]/p0[i])
	}
	return llr
}

// logistic fixes the expected score.
func logistic(d *distribution, elo float64) [5]float64 { return d.withMean(ScoreOf(elo)) }

// normalized returns the hypothesis that fixes the distance of the expected
// score from 1/2 in standard deviations, for trials of so many games.
func normalized(games int) hypothesis {
	unit := math.Sqrt(float64(games)) / NormalizedElo
	return func(d *distribution, elo float64) [5]float64 { return d.withT(elo * unit) }
}

// bayesian returns the hypothesis that fixes the expected score at a BayesElo
// difference, for single games with a win and a loss, whose draw rate it takes.
func bayesian(s sample) hypothesis {
	drawElo := s.drawElo()
	return func(d *distribution, elo float64) [5]float64 { return d.withMean(bayesianScore(elo, drawElo)) }
}

// bayesianScore is the expected score at a BayesElo difference (R. Coulom,
// "Bayesian Elo Rating", 2005):
//
//	P(win)  = 1 / (1 + 10^((drawelo-elo)/400))
//	P(loss) = 1 / (1 + 10^((drawelo+elo)/400))
func bayesianScore(elo, drawElo float64) float64 {
	return (1 + ScoreOf(elo-drawElo) - ScoreOf(-elo-drawElo)) / 2
}

// drawElo returns the drawelo that gives the shares of a sample of single
// games at some elo: 10^(drawelo/200) = (1-win)/win * (1-loss)/loss.
func (s *sample) drawElo() float64 {
	l, d, w := s.count[0], s.count[1], s.count[2]
	return 200 * (math.Log10((d+l)/w) + math.Log10((d+w)/l))
}

// A distribution gives every value of a trial a probability above 0.
type distribution struct {
	kinds    int
	value, p [5]float64
}

// withMean returns the probabilities that are likeliest, given frequencies
// d.p, among those with this mean (Van den Bergh 2019, proposition 1.1).
func (d *distribution) withMean(mean float64) [5]float64 {
	var off [5]float64
	for i := range d.kinds {
		off[i] = d.value[i] - mean
	}
	return d.balanced(&off)
}

// balanced returns the likeliest probabilities q, given frequencies d.p, with
// sum of q*off = 0: q = p / (1 + x*off), where x solves the equation. off has
// values of both signs.
//
// The solution lies between 0 and a pole, where 1 + x*off is 0 for the extreme
// off, and it comes very near to the pole when that value is rare. So it is
// sought as x = pole*(1-v), with v between 0 and 1 to its full precision.
func (d *distribution) balanced(off *[5]float64) [5]float64 {
	low, high, mean := 0.0, 0.0, 0.0
	for i := range d.kinds {
		low, high = min(low, off[i]), max(high, off[i])
		mean += d.p[i] * off[i]
	}
	extreme := low
	if mean < 0 {
		extreme = high
	}
	var c [5]float64 // x*off at the pole: -1 for the extreme, more for the others
	rare, most := 0.0, 0.0
	for i := range d.kinds {
		c[i] = -off[i] / extreme
		most = max(most, c[i])
		if off[i] == extreme {
			rare = d.p[i]
		}
	}
	// The sum of q*off grows with v; below rare/most it is surely negative.
	v, left, right := 1.0, rare/most, 1.0
	for range 200 {
		sum, slope := 0.0, 0.0
		for i := range d.kinds {
			r := c[i] / (1 + c[i] - v*c[i])
			sum += d.p[i] * r
			slope += d.p[i] * r * r
		}
		if sum < 0 {
			left = max(left, v)
		} else {
			right = v
		}
		next := v - sum/slope // Newton, or the geometric middle when it leaves the bracket
		if !(next >= left && next <= right) {
			next = math.Sqrt(left * right)
		}
		if math.Abs(next-v) <= 1e-15*v {
			break
		}
		v = next
	}
	var q [5]float64
	for i := range d.kinds {
		q[i] = d.p[i] / (1 + c[i] - v*c[i])
	}
	return q
}

// withT returns the likeliest probabilities whose mean is t standard
// deviations above 1/2. The condition is not linear, so it is replaced by its
// tangent at the last answer until the answer stands still (Van den Bergh
// 2021, section 4). A tangent far from the answer may miss all distributions;
// so a large t is approached in strides.
func (d *distribution) withT(t float64) [5]float64 {
	const stride = 0.25
	var q [5]float64
	for i := range d.kinds {
		q[i] = 1 / float64(d.kinds)
	}
	strides := math.Ceil(math.Abs(t) / stride)
	for k := 1.0; k < strides; k++ {
		q = d.nearT(t*k/strides, q)
	}
	return d.nearT(t, q)
}

// nearT is withT from a start near the answer.
func (d *distribution) nearT(t float64, q [5]float64) [5]float64 {
	for range 50 {
		mean, variance := 0.0, 0.0
		for i := range d.kinds {
			mean += q[i] * d.value[i]
		}
		for i := range d.kinds {
			variance += q[i] * (d.value[i] - mean) * (d.value[i] - mean)
		}
		sigma := math.Sqrt(variance)
		var off [5]float64
		for i := range d.kinds {
			z := (mean - d.value[i]) / sigma
			off[i] = d.value[i] - 0.5 - t*sigma*(1+z*z)/2
		}
		next := d.balanced(&off)
		moved := 0.0
		for i := range d.kinds {
			moved = max(moved, math.Abs(next[i]-q[i]))
		}
		q = next
		if moved < 1e-9 {
			break
		}
	}
	return q
}
