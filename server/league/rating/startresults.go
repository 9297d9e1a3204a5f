package rating

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// StartResults are the results between players on one start. They are not independent: the
// results of a match depend on each other, and so do the matches on a start.
type StartResults []Between

// A Between is how two players scored against each other on one start, from the view of the
// first.
type Between struct {
	First, Second string
	Cluster
	Draws int // how many of the games were drawn
}

// cluster takes the errors of a fit from starts, as EstimateClusters does: the covariance of the
// parameters is that of the sums by start of the likelihood's slopes, between two inverse
// information matrices (K.-Y. Liang and S. L. Zeger, Biometrika 73, 1986). Where a prior decides
// the ratings, or where there are fewer than two starts, the errors stay those of single games.
func (f *fit) cluster(index map[string]int, t table, played []StartResults) {
	if f.prior || len(played) < 2 {
		return
	}
	single := mat.NewSymDense(len(f.at), nil)
	single.CopySym(f.cov)
	starts := make([]int, len(t.names)) // by player
	shares := map[[2]int]float64{}
	for _, m := range t.meetings {
		shares[[2]int{m.first, m.second}] = m.share
	}
	n := len(f.at)
	middle := mat.NewSymDense(n, nil)
	slope := mat.NewVecDense(n, nil)
	for _, start := range played {
		slope.Zero()
		seen := map[int]bool{}
		for _, b := range start {
			i, j := index[b.First], index[b.Second]
			seen[i], seen[j] = true, true
			points, games, draws := b.Points, float64(b.Games), float64(b.Draws)
			if _, ok := shares[[2]int{i, j}]; !ok { // the results are from the other's view
				i, j, points = j, i, games-points
			}
			share := shares[[2]int{i, j}]
			win, draw, loss, _ := f.odds(f.at, &meeting{first: i, second: j})
			d := share * (points - games/2 - games*(win-loss)/2)
			slope.SetVec(i, slope.AtVec(i)+d)
			slope.SetVec(j, slope.AtVec(j)-d)
			if f.draw >= 0 {
				slope.SetVec(f.draw, slope.AtVec(f.draw)+share*(draws-games*draw))
			}
		}
		middle.SymRankOne(middle, 1, slope)
		for player := range seen {
			starts[player]++
		}
	}
	all := float64(len(played))
	middle.ScaleSym(all/(all-1), middle)
	var half, whole mat.Dense
	half.Mul(f.cov, middle)
	whole.Mul(&half, f.cov)
	for i := range n {
		for j := i; j < n; j++ {
			f.cov.SetSym(i, j, (whole.At(i, j)+whole.At(j, i))/2)
		}
	}
	f.z95 = distuv.StudentsT{Mu: 0, Sigma: 1, Nu: math.Max(1, all-1)}.Quantile(0.975)
	f.widen(single, starts, len(played))
}

// fewStarts is how many starts of a player are too few to tell its error.
const fewStarts = 10

// widen leaves players who have played on few of all starts at least the errors of single games:
// the fit goes through what they scored on one start, which would look as if it were exact. What
// is missing is added as an error of their own.
func (f *fit) widen(single *mat.SymDense, starts []int, all int) {
	n := float64(f.players)
	var missing []float64 // by player
	for i, played := range starts {
		missing = append(missing, 0)
		if played < min(fewStarts, all/2) {
			missing[i] = math.Max(0, f.fromMean(single, i)-f.fromMean(f.cov, i)) * n * n / ((n - 1) * (n - 1))
		}
	}
	for i, more := range missing {
		f.cov.SetSym(i, i, f.cov.At(i, i)+more)
	}
}

// fromMean returns the variance of the distance of a player from the mean of all.
func (f *fit) fromMean(cov *mat.SymDense, i int) float64 {
	weights := mat.NewVecDense(len(f.at), nil)
	for k := range f.players {
		weights.SetVec(k, -1/float64(f.players))
	}
	weights.SetVec(i, weights.AtVec(i)+1)
	return mat.Inner(weights, cov, weights)
}
