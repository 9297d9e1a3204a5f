package ladder

import (
	"math"

	"arbiter/server/league/rating"
)

// scores are what the bots of a solo game have scored: each pair on a start of its own.
// The zero value has none.
type scores struct {
	numbers map[string]int // of the bots, by ID
	starts  [][]rating.PlayerScore
	fit     rating.Scores // of the starts
	elo     float64       // Elo that a point is worth, for the choice of pairs
}

// add counts what two bots scored on a start.
func (s *scores) add(a, b string, points [2]float64) {
	if s.numbers == nil {
		s.numbers = map[string]int{}
	}
	start := make([]rating.PlayerScore, 2)
	for i, bot := range []string{a, b} {
		n, known := s.numbers[bot]
		if !known {
			n = len(s.numbers)
			s.numbers[bot] = n
		}
		start[i] = rating.PlayerScore{Player: n, Score: points[i]}
	}
	s.starts = append(s.starts, start)
}

// eloOfDeviation is the Elo that one standard deviation of the difference on a start is
// worth. Normal scores that are d deviations higher win 1/2 + 0.4 d of the starts if d is
// small, and 0.4 d points are 0.4 d * 1600 / ln 10 Elo.
const eloOfDeviation = 278

// update fits the scores.
func (s *scores) update() {
	s.fit = rating.FitScores(len(s.numbers), s.starts)
	squares := 0.0 // of what the fit does not explain
	for _, start := range s.starts {
		first, _ := s.fit.Mean(start[0].Player)
		second, _ := s.fit.Mean(start[1].Player)
		rest := start[0].Score - start[1].Score - (first - second)
		squares += rest * rest
	}
	// Without a spread any difference is clear.
	s.elo = eloOfDeviation / max(1e-6, math.Sqrt(squares/float64(len(s.starts))))
}

// score returns a bot's score and its error; nil without one.
func (s *scores) score(bot string) (score, error95 *float64) {
	n, known := s.numbers[bot]
	if !known {
		return nil, nil
	}
	return s.fit.Score(n)
}

// Difference returns by how much a bot is above another one, in Elo that scores are worth,
// with its error, as if differences were spread alike for all bots; ok is false while the
// two are not compared.
func (s *scores) Difference(a, b string) (elo, error95 float64, ok bool) {
	i, known := s.numbers[a]
	j, knownToo := s.numbers[b]
	if !known || !knownToo {
		return 0, 0, false
	}
	starts := s.fit.Starts(i, j)
	if starts == 0 {
		return 0, 0, false
	}
	own, _ := s.fit.Mean(i)
	other, _ := s.fit.Mean(j)
	return (own - other) * s.elo, z95 * eloOfDeviation / math.Sqrt(starts), true
}
