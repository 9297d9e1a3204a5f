package rating

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Mean is the average of a bot's scores in a solo game.
type Mean struct {
	Runs    int      `json:"runs"`
	Mean    *float64 `json:"mean"`         // nil without runs
	Error95 *float64 `json:"mean_error95"` // half of the 95 % interval; nil with fewer than two runs
}

// MeanScore returns the mean of scores with Student's error (W. S. Gosset,
// "The probable error of a mean", Biometrika 6, 1908).
func MeanScore(scores []int64) Mean {
	m := Mean{Runs: len(scores)}
	if m.Runs == 0 {
		return m
	}
	x := make([]float64, m.Runs)
	for i, score := range scores {
		x[i] = float64(score)
	}
	m.Mean = number(stat.Mean(x, nil))
	if m.Runs > 1 {
		t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(m.Runs - 1)}.Quantile(0.975)
		m.Error95 = number(t * stat.StdDev(x, nil) / math.Sqrt(float64(m.Runs)))
	}
	return m
}

// RelativeScore returns 1000 * own / best, where best is the best known score
// of the same seed. A best score of 0 or less has no such share: then the best
// itself is worth 1000 and anything else 0. A negative own score is worth 0,
// and more than the best is worth 1000. The ranking's figure is the sum over
// all seeds.
func RelativeScore(own, best int64) float64 {
	switch {
	case own >= best:
		return 1000
	case own <= 0:
		return 0
	}
	return 1000 * float64(own) / float64(best)
}
