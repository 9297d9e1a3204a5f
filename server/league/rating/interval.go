package rating

import "math"

// An Interval is where the mean of a trial lies, as a share of its points, 0 to 1. With a
// probability of about 95 % it holds the true mean after every trial, so it may be read
// whenever a test stops. It does not contradict the decision of the test.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// intervalRate is the probability that the mean ever is beyond an end of an Interval.
const intervalRate = 0.025

// Interval returns the interval of the mean of a trial; nil before the first one. With enough
// trials of enough spread it is that of a SequentialScore, widened by the design effect. Before
// that it is the interval by betting, which holds for any count and any play. It has no values
// on the side of the hypothesis that the test has rejected.
func (s *Sequential) Interval() *Interval {
	if s.trials == 0 {
		return nil
	}
	i := s.byBetting()
	if c := &s.classes; s.trials >= minStarts && s.unequal() >= minUnequal {
		n, mean := c.trials, c.sum/c.trials
		squares := c.squares - n*mean*mean
		skewness := (c.cubes - 3*mean*c.squares + 2*n*mean*mean*mean) / squares * math.Sqrt(n/squares)
		squares *= c.designEffect()
		i = Interval{mean - reachOf(n, squares, intervalRate, -skewness), mean + reachOf(n, squares, intervalRate, skewness)}
	}
	if h0, h1 := s.weaker.border, s.stronger.border; s.question.Model == Logistic {
		switch s.test.Decision {
		case H0:
			i.High = min(i.High, h0)
		case H1:
			i.Low = max(i.Low, h1)
		}
	}
	return &Interval{max(0, i.Low), min(1, i.High)}
}

// unequal returns how many results are not the commonest one.
func (s *Sequential) unequal() float64 {
	most := 0.0
	for _, n := range s.sample.count {
		most = max(most, n)
	}
	return s.sample.trials() - most
}

// byBetting returns the means against which no bet has won 1/intervalRate.
func (s *Sequential) byBetting() Interval {
	won := func(mean float64, above bool) bool {
		w := newWager(mean, above, &s.sample)
		for i := range s.sample.kinds {
			// The bayesian model counts the games of a trial one by one. Their mean
			// brings a bet at least the geometric mean of what they would.
			part := s.firsts[i] * float64(s.sample.games) / float64(s.games)
			for bet := range w.logs {
				w.logs[bet] += part * w.usual[i][bet]
			}
		}
		return w.reached(-math.Log(intervalRate))
	}
	// border bisects for the border of what is won: a bet that the mean is above another
	// one wins the less the higher that is.
	border := func(above bool) float64 {
		low, high := 0.0, 1.0
		for range 40 {
			if middle := (low + high) / 2; won(middle, above) == above {
				low = middle
			} else {
				high = middle
			}
		}
		return (low + high) / 2
	}
	return Interval{border(true), border(false)}
}

// More returns about how many more trials the SPRT takes until it decides. It assumes a
// candidate at one of the hypotheses, each as likely as the ratio says. It is 0 after a
// verdict, or if there is nothing to go by. A trial moves the ratio by (difference of the
// hypotheses in deviations)^2 / 2 on average (Wald 1945).
func (s *Sequential) More() int {
	c := &s.classes
	mean := c.sum / c.trials
	variance := (c.squares/c.trials - mean*mean) * c.designEffect()
	if s.by != "" || c.trials == 0 || variance < 1e-6 {
		return 0
	}
	step := 0.0
	switch q := s.question; q.Model {
	case Logistic:
		step = (ScoreOf(q.Elo1) - ScoreOf(q.Elo0)) / math.Sqrt(variance)
	case Normalized:
		step = (q.Elo1 - q.Elo0) / NormalizedElo * math.Sqrt(float64(s.games))
	case Bayesian:
		return 0
	}
	up := 1 / (1 + math.Exp(-s.test.LLR))
	way := up*max(0, s.test.Upper-s.test.LLR) + (1-up)*max(0, s.test.LLR-s.test.Lower)
	return max(1, int(math.Round(way/(step*step/2))))
}
