package rating

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// StartVariance returns the variance of the points that a bot makes on a start, as a share of 0
// to 1. The bot has each seat of a match once. The others are as strong, and nothing is drawn. How
// well each plays in a match has a normal distribution. The share of N-1 others
// that a bot beats in one has the variance (N+1)/(12(N-1)).
func StartVariance(seats int) float64 {
	n := float64(max(2, seats))
	return (n + 1) / (12 * n * (n - 1))
}

// PairsPerStart returns how many pairs of games of two seats say as much to a Sequential as a
// start of more seats. That is less than the variances say, because a Sequential counts the
// share of a start in parts for the values that a pair may have.
func PairsPerStart(seats int) float64 {
	if seats <= 2 {
		return 1
	}
	most, kinds := float64(seats*(seats-1)), float64(Pairs{}.sample().kinds-1)
	variance, before := 0.0, 0.0
	for k, p := range startOdds(seats, 0.5) {
		left, part := math.Modf(float64(k) / most * kinds)
		off := (left - kinds/2) / kinds
		variance += (p - before) * ((1-part)*off*off + part*(off+1/kinds)*(off+1/kinds))
		before = p
	}
	return StartVariance(2) / variance
}

// PlanSeats is PlanAgainst for matches of more than two seats, without draws. All seats but one
// have the baseline or an opponent.
func (q Question) PlanSeats(seats, opponents int) ([]Forecast, error) {
	return q.plan(PairUnit, 0, func(score float64) trialPlayer {
		if opponents > 0 {
			return playOpponentsSeated(seats, opponents, score)
		}
		return playSeated(seats, score)
	})
}

// playSeated plays the candidate in each seat once against baselines.
func playSeated(seats int, score float64) trialPlayer {
	odds := startOdds(seats, score)
	return func(s *Sequential, r *rand.Rand) {
		s.countCluster("", Cluster{Points: odds.draw(r) / float64(seats-1), Games: seats})
	}
}

// playOpponentsSeated plays candidate and baseline so against opponents that are as strong as
// the baseline, as playOpponents does.
func playOpponentsSeated(seats, opponents int, score float64) trialPlayer {
	own, other := startOdds(seats, 2*score-0.5), startOdds(seats, 0.5)
	games := seats * opponents
	return func(s *Sequential, r *rand.Rand) {
		ahead := 0.0
		for range opponents {
			ahead += own.draw(r) - other.draw(r)
		}
		s.countCluster("", Cluster{Points: (float64(games) + ahead/float64(seats-1)) / 2, Games: games})
	}
}

// A beaten is how probable it is to beat at most so many other seats, by number from 0.
type beaten []float64

// draw returns how many other seats are beaten.
func (b beaten) draw(r *rand.Rand) float64 {
	n, _ := slices.BinarySearch(b[:len(b)-1], r.Float64())
	return float64(n)
}

// startOdds returns how many seats a bot of an expected share beats on a start, in all matches
// together.
func startOdds(seats int, share float64) beaten {
	match := matchOdds(seats, share)
	start := []float64{1}
	for range seats {
		sum := make([]float64, len(start)+len(match)-1)
		for i, p := range start {
			for k, q := range match {
				sum[i+k] += p * q
			}
		}
		start = sum
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	return start
}

// matchOdds returns the probabilities that a bot beats so many of the others in a match.
func matchOdds(seats int, share float64) []float64 {
	const reach, step = 8, 1. / 32 // in standard deviations
	normal := distuv.UnitNormal
	ahead := math.Sqrt2 * normal.Quantile(min(max(share, 1e-9), 1-1e-9))
	odds := make([]float64, seats)
	for x := -float64(reach); x <= reach; x += step {
		beats := distuv.Binomial{N: float64(seats - 1), P: normal.CDF(x + ahead)}
		for k := range odds {
			odds[k] += step * normal.Prob(x) * beats.Prob(float64(k))
		}
	}
	return odds
}
