package whatif

import "arbiter/server/analysis"

// CostsOf returns the costs of a seat's answers by turn, of those that an analysis
// has examined. Nothing is known of a match without a report.
func CostsOf(r *analysis.Report, seat int) map[int]Cost {
	if r == nil {
		return nil
	}
	costs := map[int]Cost{}
	for _, t := range r.Turns {
		if t.Seat != seat || t.Regret == nil {
			continue
		}
		c := Cost{Regret: *t.Regret, Best: t.Best}
		if t.RegretError != nil {
			c.Error = *t.RegretError
		}
		if t.Mark != nil {
			c.Mark = string(*t.Mark)
		}
		costs[t.Turn] = c
	}
	return costs
}
