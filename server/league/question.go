package league

import (
	"cmp"
	"math"

	"arbiter/server/league/rating"
)

// A Measure is what a check counts of the matches.
type Measure string

// The measures.
const (
	ByWins  Measure = "wins"  // who won each start
	ByScore Measure = "score" // by how much: the mean difference of the scores of a solo game
)

// A Question is what a check asks of a candidate, and how sure the answer has
// to be.
type Question struct {
	rating.Question
	By       Measure `json:"by,omitempty"`        // "" is ByWins
	Margin   float64 `json:"margin,omitempty"`    // ByScore: points of score by which the candidate may be worse
	Gain     float64 `json:"gain,omitempty"`      // ByScore, instead: points by which it has to be better
	Range    float64 `json:"range,omitempty"`     // ByScore: by how much two scores on a start can differ; 0 where nobody knows
	Relative bool    `json:"relative,omitempty"`  // ByScore: scores are relative, 1000 times the score by the reference of the start
	SamePlay float64 `json:"same_play,omitempty"` // share of alpha that may be spent on ending when both play the same; 0: never
	Fresh    bool    `json:"fresh,omitempty"`     // play everything, also what other tournaments have played
}

// Reuses reports whether a check in a tournament counts results of its bots that
// other tournaments have played. In a two-seat game it does not: a result is of both
// bots, and all checks of the two are one tournament.
func (q Question) Reuses(t Tournament) bool { return t.Solo() && !q.Fresh }

// Check returns a FieldError that says which parameter is wrong.
func (q Question) Check() error {
	switch q.By {
	case "", ByWins:
		if q.Margin != 0 {
			return Fieldf("margin", "found %v; it is of a check by %s", q.Margin, ByScore)
		}
	case ByScore:
		points := q.Points()
		if !(points > 0) || math.IsInf(points, 1) {
			return Fieldf("margin", "found %v; want the points by which the mean score may be lower, e.g. a tenth of the standard deviation of the difference on a start", points)
		}
		if q.Range > 0 && points >= q.Range {
			return Fieldf("margin", "found %v; two scores on a start differ by at most %v, so want less", points, q.Range)
		}
		if err := q.Score().Check(); err != nil {
			return err
		}
	default:
		return Fieldf("by", "found %q; want %s or %s", q.By, ByWins, ByScore)
	}
	if !(q.SamePlay >= 0 && q.SamePlay < 1) {
		return Fieldf("same_play", "found %v; want 0 to less than 1", q.SamePlay)
	}
	return q.Question.Check()
}

// Score returns the question about scores, with the same error probabilities.
func (q Question) Score() rating.ScoreQuestion {
	return rating.ScoreQuestion{
		Difference0: -q.Margin, Difference1: q.Gain, Range: q.Range, Alpha: q.Alpha + q.Betting, Beta: q.Beta + q.Betting, Cap: q.Cap,
	}
}

// Points returns how far apart the hypotheses of a question by score are, in points of score:
// Margin or Gain.
func (q Question) Points() float64 { return q.Margin + q.Gain }

// SetPoints sets how far apart the hypotheses are: Gain if the question asks for more than
// equality, or else Margin. It sets the other one to 0.
func (q *Question) SetPoints(points float64) {
	q.Margin, q.Gain = points, 0
	if q.Elo0 >= 0 {
		q.Margin, q.Gain = 0, points
	}
}

// Same reports whether two questions ask the same, whatever their caps.
func (q Question) Same(other Question) bool {
	q.Cap, q.By, other.By = other.Cap, cmp.Or(q.By, ByWins), cmp.Or(other.By, ByWins)
	return q == other
}
