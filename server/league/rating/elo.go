package rating

import (
	"fmt"
	"math"
)

// NormalizedElo is how many points of normalized Elo one standard deviation
// of a game's score is worth: the factor that makes normalized and logistic
// Elo agree near equality in games without draws (M. Van den Bergh, "Normalized
// Elo", 2021: 800 / ln 10).
const NormalizedElo = 800 / math.Ln10

// An Estimate is what a sample says about the difference of two players. The
// errors are half the width of the 95 % interval. Figures that the sample does
// not give are nil, and Note says why.
type Estimate struct {
	Elo         *float64 `json:"elo"`                   // logistic Elo difference
	EloError95  *float64 `json:"elo_error95"`           // its error
	NElo        *float64 `json:"nelo"`                  // normalized Elo difference
	NEloError95 *float64 `json:"nelo_error95"`          // its error, which takes the deviation of a game as known
	LOS         *float64 `json:"los"`                   // likelihood of superiority, 0 to 1
	Score       *float64 `json:"score"`                 // points per game, 0 to 1
	DrawRatio   *float64 `json:"draw_ratio"`            // Games: share of draws; Pairs: share of pairs worth one point
	PairsRatio  *float64 `json:"pairs_ratio,omitempty"` // Pairs only: pairs won for each pair lost
	Note        string   `json:"note,omitempty"`        // what is missing or not to be trusted, as a sentence
}

// Estimate returns the figures of single games. Counts that Check refuses give
// no figure and a Note.
func (g Games) Estimate() Estimate {
	if err := g.Check(); err != nil {
		return Estimate{Note: err.Error()}
	}
	s := g.sample()
	return s.estimate()
}

// Estimate returns the figures of pairs of games. Counts that Check refuses
// give no figure and a Note.
func (p Pairs) Estimate() Estimate {
	if err := p.Check(); err != nil {
		return Estimate{Note: err.Error()}
	}
	s := p.sample()
	e := s.estimate()
	if lost := s.count[0] + s.count[1]; lost > 0 {
		e.PairsRatio = number((s.count[3] + s.count[4]) / lost)
	}
	return e
}

// estimate computes what fastchess prints: the interval of the mean score by
// the normal approximation (Wald), its ends taken to Elo, and normalized Elo
// as the mean's distance from 1/2 in standard deviations of one game.
func (s *sample) estimate() Estimate {
	total := s.trials()
	if total == 0 {
		return Estimate{Note: "no games: nothing can be said"}
	}
	score, variance := s.moments()
	e := Estimate{
		Score:     number(score),
		DrawRatio: number(s.count[s.kinds/2] / total),
		LOS:       number(s.los(score, variance)),
	}
	if only := s.alike(); only >= 0 {
		s.estimateAlike(&e, only)
		return e
	}
	margin := z95 * math.Sqrt(variance/total)
	low, high := score-margin, score+margin
	e.Elo = number(EloOf(score))
	if low > 0 && high < 1 {
		e.EloError95 = number((EloOf(high) - EloOf(low)) / 2)
	} else {
		e.Note = openInterval(low, high)
	}
	// A pair has twice the variance of a game's score when its games are
	// independent: the root of games takes its deviation back to one game.
	perGame := math.Sqrt(float64(s.games))
	e.NElo = number(NormalizedElo * (score - 0.5) / math.Sqrt(variance) / perGame)
	e.NEloError95 = number(NormalizedElo * z95 / math.Sqrt(total) / perGame)
	return e
}

// los is the probability that the true score is above 1/2, by the normal
// approximation and without a prior.
func (s *sample) los(score, variance float64) float64 {
	if s.alike() < 0 {
		return phi((score - 0.5) / math.Sqrt(variance/s.trials()))
	}
	switch {
	case score > 0.5:
		return 1
	case score < 0.5:
		return 0
	}
	return 0.5
}

// openInterval says why an interval of scores has no finite width in Elo.
func openInterval(low, high float64) string {
	switch {
	case low <= 0 && high >= 1:
		return "too few games for an error of the Elo difference"
	case low <= 0:
		return fmt.Sprintf("the Elo difference is below %+.0f (95 %%)", EloOf(high))
	}
	return fmt.Sprintf("the Elo difference is above %+.0f (95 %%)", EloOf(low))
}

// estimateAlike fills in what can be said when all trials ended alike. A
// perfect score gives no Elo but a bound: if a trial is won with probability
// p, all n are won with p^n, which is below 5 % unless p > 0.05^(1/n)
// (Clopper and Pearson, Biometrika 26, 1934, one-sided).
func (s *sample) estimateAlike(e *Estimate, only int) {
	what, total := "game", s.trials()
	if s.games == 2 {
		what = "pair"
	}
	bound := EloOf(math.Pow(0.05, 1/total))
	switch only {
	case 0:
		e.Note = fmt.Sprintf("lost every %s (%.0f): the Elo difference is below %+.0f (95 %%)", what, total, -bound)
	case s.kinds - 1:
		e.Note = fmt.Sprintf("won every %s (%.0f): the Elo difference is above %+.0f (95 %%)", what, total, bound)
	default:
		e.Elo = number(EloOf(s.value[only]))
		e.EloError95 = number(0)
		e.Note = fmt.Sprintf("every %s ended alike (%.0f), so the error of 0 is not to be trusted", what, total)
	}
}
