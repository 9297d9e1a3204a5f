package rating

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// A SeatBias says whether the first seat is favoured.
type SeatBias struct {
	Score   *float64 `json:"score"`         // points per game of seat 0, 0 to 1; nil without games
	Error95 *float64 `json:"score_error95"` // half of the 95 % interval; nil with fewer than two games
	PValue  *float64 `json:"p_value"`       // how often fair seats differ at least so much; nil without a decided game
	Note    string   `json:"note,omitempty"`
}

// exactSigns is the number of decided games up to which the sign test is
// exact; beyond, the normal distribution differs by less than 0.001.
const exactSigns = 1000

// SeatBiasOf returns what games say about the first seat; they are counted from the view of
// seat 0. The test is the sign test on the decided games, two-sided (Dixon and Mood, "The
// statistical sign test", JASA 41, 1946): exact for few games, else the normal distribution
// with continuity correction. Counts that Check refuses give no figure and a Note.
func SeatBiasOf(g Games) SeatBias {
	if err := g.Check(); err != nil {
		return SeatBias{Note: err.Error()}
	}
	s := g.sample()
	total := s.trials()
	if total == 0 {
		return SeatBias{Note: "no games: nothing can be said"}
	}
	score, variance := s.moments()
	b := SeatBias{Score: number(score)}
	if total > 1 {
		b.Error95 = number(z95 * math.Sqrt(variance/total))
	}
	decided := float64(g.Wins) + float64(g.Losses)
	switch {
	case decided == 0:
		b.Note = "every game was a draw: no seat has an advantage to test"
	case s.alike() >= 0:
		b.Note = "every game ended alike, so the error of 0 is not to be trusted"
	}
	if decided > 0 {
		b.PValue = number(signTest(math.Min(float64(g.Wins), float64(g.Losses)), decided))
	}
	return b
}

// signTest returns the probability that the rarer of two equally likely signs
// comes at most fewer times in n.
func signTest(fewer, n float64) float64 {
	if n <= exactSigns {
		return math.Min(1, 2*distuv.Binomial{N: n, P: 0.5}.CDF(fewer))
	}
	return math.Min(1, 2*phi((fewer+0.5-n/2)/math.Sqrt(n/4)))
}
