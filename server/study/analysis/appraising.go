package analysis

import (
	"context"
	"math"
	"slices"
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

// appraised returns the curve and how far it falls: what can be made of a later position can be
// made of all before it. Between two of them it falls by what the plan behind the first one
// could still have taken.
func (e *examination) appraised() (curve []Point, falls []RankedCost) {
	curve, falls = []Point{}, []RankedCost{} // in JSON no list is null
	best := math.Inf(-1)
	var next *item // with a value
	for _, it := range slices.Backward(e.items) {
		if it.Search == nil {
			continue
		}
		if value := max(best, it.Search.Value); next != nil && value > best {
			falls = append(falls, e.ranked(it, estimate{mean: value - best}, Likely))
		}
		best, next = max(best, it.Search.Value), it
		curve = append(curve, Point{Turn: it.Turn, Value: best})
	}
	slices.Reverse(curve)
	slices.Reverse(falls)
	byCost(falls)
	return curve, falls[:min(len(falls), MostCosts)]
}
