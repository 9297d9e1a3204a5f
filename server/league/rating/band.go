package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Band is how far some players are above the mean of them, with errors for each of
// them alone and for all at once.
type Band struct {
	Elo     []float64 // of each player, in the order in which they were named
	Error95 []float64 // half of the 95 % interval of each alone
	All95   []float64 // the same for intervals that all hold at once in 95 % of cases
	Factor  float64   // standard deviations that All95 has; Error95 has 1.96
}

// bandDraws is how many draws from the likelihood a Band is computed from: the standard
// error of its factor is 0.02.
const bandDraws = 2000

// Band returns how far players are above their common mean. dispersion is the variance of the
// results, divided by the variance of independent games: 1 for independent games, and less
// where the games of a pair balance each other. Factor is the 95 % quantile of the farthest of
// the players, in standard deviations, in simulated draws from the normal distribution of the
// fit. The same ranking gives the same band, to the bit. A player without results is an error.
func (l *Ranking) Band(players []string, dispersion float64) (b Band, err error) {
	if len(players) == 0 || len(l.index) == 0 {
		return b, nil
	}
	n := len(l.fit.at)
	mean := make([]float64, n)
	for _, name := range players {
		i, ok := l.index[name]
		if !ok {
			return b, fmt.Errorf("band: found %q; want players with results", name)
		}
		mean[i] += 1 / float64(len(players))
	}
	slopes := mat.NewDense(len(players), n, nil)
	for row, name := range players {
		weights := make([]float64, n)
		for k, share := range mean {
			weights[k] = -share
		}
		weights[l.index[name]]++
		elo, slope := l.fit.slope(weights)
		b.Elo = append(b.Elo, elo)
		slopes.SetRow(row, slope)
	}
	var chol mat.Cholesky
	if !chol.Factorize(l.fit.cov) {
		return b, errSingular
	}
	var lower mat.TriDense
	chol.LTo(&lower)
	var spread mat.Dense // a draw is its product with independent normal numbers
	spread.Mul(slopes, &lower)
	b.spread(&spread, dispersion)
	return b, nil
}

// spread sets the errors by a matrix whose rows are the players' and whose product with
// independent normal numbers is a draw, and by the dispersion.
func (b *Band) spread(spread *mat.Dense, dispersion float64) {
	rows, _ := spread.Dims()
	for row := range rows {
		deviation := math.Sqrt(dispersion) * mat.Norm(spread.RowView(row), 2)
		b.Error95 = append(b.Error95, z95*deviation)
	}
	b.Factor = quantileOfFarthest(spread)
	for _, e := range b.Error95 {
		b.All95 = append(b.All95, e*b.Factor/z95)
	}
}

// quantileOfFarthest returns the 95 % quantile of how many standard deviations the
// farthest row of a draw is from 0.
func quantileOfFarthest(spread *mat.Dense) float64 {
	rows, n := spread.Dims()
	unit := mat.DenseCopyOf(spread)
	for row := range rows {
		if norm := mat.Norm(spread.RowView(row), 2); norm > 0 {
			view := unit.RowView(row).(*mat.VecDense)
			view.ScaleVec(1/norm, view)
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	numbers := mat.NewDense(n, bandDraws, nil)
	for i := range n {
		for k := range bandDraws {
			numbers.Set(i, k, random.NormFloat64())
		}
	}
	var drawn mat.Dense
	drawn.Mul(unit, numbers)
	farthest := make([]float64, bandDraws)
	for k := range farthest {
		farthest[k] = mat.Norm(drawn.ColView(k), math.Inf(1))
	}
	slices.Sort(farthest)
	return farthest[bandDraws*95/100]
}
