package whatif

import (
	"context"
	"slices"

	"arbiter/referee"
	"arbiter/server/study/analysis"
)

// A Cost is what an analysis says of an answer.
type Cost struct {
	Regret float64       `json:"regret"`                                                // of the answer; see package analysis
	Error  float64       `json:"regret_error"`                                          // half the width of a 95 % interval
	Sure   analysis.Sure `json:"sure,omitempty" enum:"proven,confirmed,likely,unclear"` // "" of one that is as good as the judge's
	Best   string        `json:"best"`                                                  // the judge's answer; "" when it was not asked
}

// Analyses returns what is known of the match of a seat; nil for nothing.
type Analyses func(ctx context.Context, s Seat) (*analysis.Analysis, error)

// CostsOf returns by turn the costs of those answers of a seat that an analysis ranks. It
// returns none for nil.
func CostsOf(r *analysis.Analysis, seat int) map[int]Cost {
	costs := map[int]Cost{}
	if r == nil || r.ValuesOnly {
		return costs
	}
	for _, c := range r.Costs {
		if c.Seat == seat {
			costs[c.Turn] = CostOf(c)
		}
	}
	return costs
}

// CostOf returns the cost of a ranked answer.
func CostOf(c analysis.RankedCost) Cost { return Cost{c.Cost, c.Error, c.Sure, c.Best} }

// A Deviation is a part of an answer in which it differs from the judge's answer.
type Deviation struct {
	Of    string `json:"of"` // who acts, such as "minion 2"; "" where an answer has one part
	Given string `json:"given"`
	Best  string `json:"best"`
}

// String returns the given part behind who acts, such as "minion 2: MOVE 2 4 5".
func (d Deviation) String() string {
	if d.Of == "" {
		return d.Given
	}
	return d.Of + ": " + d.Given
}

// Deviations returns the parts in which an answer differs from the judge's; none if the game
// cannot split answers.
func Deviations(g referee.Game, given, best string) []Deviation {
	all := []Deviation{}
	p, ok := g.(referee.AnswerSplitter)
	if !ok || best == "" {
		return all
	}
	parts := p.Parts(best)
	for _, was := range p.Parts(given) {
		i := slices.IndexFunc(parts, func(b referee.Part) bool { return b.Of == was.Of })
		if i >= 0 && parts[i].Text != was.Text {
			all = append(all, Deviation{was.Of, was.Text, parts[i].Text})
		}
	}
	return all
}
