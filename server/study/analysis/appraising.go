package analysis

import (
	"context"
	"math"
)

// appraise values all positions, coarse first, and then all of them again with
// more nodes.
func (e *examination) appraise(ctx context.Context) {
	for nodes := firstAppraisal; nodes <= lastAppraisal; nodes *= deeper {
		var jobs []job
		for _, it := range e.spread() {
			if it.Search == nil || it.Search.Budget < nodes {
				jobs = append(jobs, e.appraisal(it, nodes))
			}
		}
		e.stage(ctx, 1, jobs)
	}
}

// appraisal returns a job that values an item within so many nodes.
func (e *examination) appraisal(it *item, nodes int) job {
	return job{cost: nodes / thousandNodes, do: func(ctx context.Context) {
		f := Found{Budget: nodes, Value: it.judge.Value(ctx, it.position, nil, nodes).Value}
		if it.Search != nil {
			f.Value = max(f.Value, it.Search.Value)
		}
		it.Search = &f
	}}
}

// appraised fills in the values: what can be made of a later position can be
// made of all before it. Between two of them it falls by what the plan behind the first one
// could still have taken.
func (e *examination) appraised(r *Analysis) {
	best := make([]float64, len(e.items[0].others))
	for seat := range best {
		best[seat] = math.Inf(-1)
	}
	for i := len(e.items) - 1; i >= 0; i-- {
		if it := e.items[i]; it.Search != nil {
			best[it.Seat] = max(best[it.Seat], it.Search.Value)
			r.Turns[i].Value = number(best[it.Seat])
		}
	}
	r.Curve, r.Costs = []Point{}, []RankedCost{}
	var last *Turn // with a value
	for i := range r.Turns {
		t := &r.Turns[i]
		if t.Value == nil {
			continue
		}
		r.Curve = append(r.Curve, Point{Turn: t.Turn, Value: *t.Value})
		if last != nil && *last.Value > *t.Value {
			r.Costs = append(r.Costs, RankedCost{Turn: last.Turn, Seat: t.Seat, Cost: *last.Value - *t.Value, Sure: Likely})
		}
		last = t
	}
	byCost(r.Costs)
	r.Costs = r.Costs[:min(len(r.Costs), MostCosts)]
}
