package whatif

import (
	"context"

	"arbiter/server/study/analysis"
)

// A Cost is what an analysis says of an answer.
type Cost struct {
	Regret float64       `json:"regret"`       // of the answer; see package analysis
	Error  float64       `json:"regret_error"` // half the width of a 95 % interval
	Mark   analysis.Mark `json:"mark"`         // "" when it is not marked
	Best   string        `json:"best"`         // the judge's answer; "" when it was not asked
}

// Analyses returns what is known of the match of a seat; nil for nothing.
type Analyses func(ctx context.Context, s Seat) (*analysis.Analysis, error)

// CostsOf returns by turn the costs of those answers of a seat that an analysis has examined.
// It returns none for nil.
func CostsOf(r *analysis.Analysis, seat int) map[int]Cost {
	if r == nil {
		return nil
	}
	costs := map[int]Cost{}
	for _, t := range r.Turns {
		if cost := CostOf(t); cost != nil && t.Seat == seat {
			costs[t.Turn] = *cost
		}
	}
	return costs
}

// CostOf returns the cost of an answer, nil when it was not examined.
func CostOf(t analysis.Turn) *Cost {
	if t.Regret == nil {
		return nil
	}
	c := &Cost{Regret: *t.Regret, Best: t.Best}
	if t.RegretError != nil {
		c.Error = *t.RegretError
	}
	if t.Mark != nil {
		c.Mark = *t.Mark
	}
	return c
}
