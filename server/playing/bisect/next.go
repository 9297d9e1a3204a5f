package bisect

import (
	"math"

	"arbiter/server/league/rating"
)

// The size of a batch: a share of what has been played, so that the choice of a cell
// is never far behind the results, and their computation not behind the games.
const (
	batchShare = 0.03
	leastBatch = 4
	mostBatch  = 64
)

// Next returns the two versions that should play next because their games tell the most, and
// enough pairs to play this many matches at a time. ok is false if a commit can be named, or if
// the ends are the same.
func (s *Search) Next(matches int) (c Cell, ok bool) {
	p := s.posterior()
	for _, probability := range p.probability {
		if probability >= Enough {
			return c, false
		}
	}
	if len(p.gaps) == 0 {
		return c, false
	}
	c.Pairs = min(max(int(math.Ceil(batchShare*p.trials)), leastBatch), mostBatch)
	c.Pairs = max(c.Pairs, (matches+1)/2)
	from, to := p.mostTelling(float64(c.Pairs))
	c.Older, c.Newer = p.stops[from].version, p.stops[to].version
	return c, true
}

// mostTelling returns the two stops for which the expected result differs the most from
// commit to commit. The unit is the deviation of everything else that moves the result:
// the noise of the batch, and the unknown part of the drift.
func (p *posterior) mostTelling(batch float64) (from, to int) {
	n := len(p.gaps)
	// Sums over gaps from the first on: what the samples tell of the drift, for each
	// gap, and for all of them together.
	row, all, spread := square(n), square(n+1), make([]float64, n+1)
	for c := range n {
		total := 0.0
		for g := range n {
			total += p.spread[g] * p.info[g][c]
			row[c][g] = total
		}
	}
	for g := range n {
		spread[g+1] = spread[g] + p.spread[g]
		for h := range n {
			all[g+1][h+1] = all[g][h+1] + all[g+1][h] - all[g][h] + p.spread[g]*p.info[g][h]*p.spread[h]
		}
	}
	best := -1.0
	for i := range n {
		for j := i + 1; j <= n; j++ {
			mean, square := 0.0, 0.0
			for c := range n {
				expected := -row[c][j-1]
				if i > 0 {
					expected += row[c][i-1]
				}
				if i <= c && c < j {
					expected++
				}
				expected *= p.loss[c]
				mean += p.probability[c] * expected
				square += p.probability[c] * expected * expected
			}
			differs := square - mean*mean
			left := spread[j] - spread[i] - (all[j][j] - all[i][j] - all[j][i] + all[i][i])
			if tells := differs / (p.noise/batch + max(0, left) + differs); tells > best {
				best, from, to = tells, i, j
			}
		}
	}
	return from, to
}

// Expect returns about how many trials a search takes that looks for a loss of so many Elo among
// these commits. It goes by simulations of this package. deviation is the standard deviation of a
// trial in Elo; 0 is that of games without draws. A match has so many seats.
func Expect(commits int, elo, deviation float64, u rating.Unit, seats int) int {
	if deviation == 0 {
		deviation = 246 * math.Sqrt(narrower(seats))
		if u == rating.DuelUnit {
			deviation = 278 // of scores, whose standard deviation counts as that
		}
	}
	return int(math.Ceil((8*math.Log(float64(max(commits, 2))) + 6) * (deviation / elo) * (deviation / elo)))
}

// Left returns about how many trials are left; 0 when that is not known. It follows from the
// entropy of the suspicions and from the loss of the most suspected commit.
func (s *Search) Left() int {
	p := s.posterior()
	best, ok := s.Best()
	if !ok || best.Probability >= Enough || best.Loss <= 0 {
		return 0
	}
	entropy := 0.0
	for _, probability := range p.probability {
		if probability > 0 {
			entropy -= probability * math.Log(probability)
		}
	}
	return int(math.Ceil((8*entropy + 6*(1-best.Probability)) * p.noise / (best.Loss * best.Loss)))
}
