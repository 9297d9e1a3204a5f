package ladder

import (
	"arbiter/referee"
	"arbiter/server/league/rating"
)

// scores are what the bots of a solo game have scored: each pair on a start of its own.
// The zero value has none.
type scores struct {
	numbers map[string]int // of the bots, by ID
	starts  [][]rating.PlayerScore
	fit     rating.Scores // of the starts
	scoring referee.Scoring
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

// score returns a bot's score, a larger one for the better bot, and its error; nil without one.
func (s *scores) score(bot string) (score, error95 *float64) {
	n, known := s.numbers[bot]
	if !known {
		return nil, nil
	}
	return s.fit.Score(n)
}

// Difference returns by how much a bot is above another one, in Elo that scores are worth,
// with its error; ok is false while the two are not compared.
func (s *scores) Difference(a, b string) (elo, error95 float64, ok bool) {
	i, known := s.numbers[a]
	j, knownToo := s.numbers[b]
	if !known || !knownToo {
		return 0, 0, false
	}
	return s.fit.Elo(i, j)
}
