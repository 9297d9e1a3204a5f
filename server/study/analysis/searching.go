package analysis

import (
	"context"
	"math"
	"slices"
)

// look returns a job that searches an item deeper than before.
func (e *examination) look(it *item) job {
	budget := firstSearch
	if it.Search != nil {
		budget = it.Search.Budget * deeper
	}
	return job{cost: max(1, 2*budget/thousandNodes), do: func(ctx context.Context) {
		found := it.judge.Value(ctx, it.position, it.given, budget)
		if ctx.Err() != nil {
			return // the search before, if any, tells more
		}
		e.found(it, found.Line, found.Error == 0)
		if it.result != nil {
			found.Regret, found.RegretError = found.Value-*it.result, found.Error
		}
		it.Search = &Found{
			Budget: budget, Value: found.Value, Error: found.Error, Regret: found.Regret, RegretError: found.RegretError,
		}
	}}
}

// found keeps the best play that a search found, unless continuations chose another
// answer and the search proves nothing.
func (e *examination) found(it *item, line []string, proven bool) {
	if it.Asked && !proven {
		return
	}
	it.Asked, it.Line = proven, line
	if len(line) > 0 && !slices.Equal(it.Best, line[:1]) {
		it.Best, it.Values, it.Regrets, it.Pairs = line[:1], Tally{}, Tally{}, nil // they were of another answer
	}
}

// search looks at all items, and then deeper where the most may be lost.
func (e *examination) search(ctx context.Context) {
	var jobs []job
	for _, it := range e.spread() {
		if it.Search == nil {
			jobs = append(jobs, e.look(it))
		}
	}
	e.stage(ctx, 1, jobs)
	defer e.flow()
	e.flow()
	for !e.over(ctx, searchShare) {
		open := e.deeper()
		if len(open) == 0 {
			break
		}
		jobs = jobs[:0]
		cost := 0
		for _, it := range open[:min(len(open), roundJobs)] {
			j := e.look(it)
			if cost += j.cost; e.shareAfter(cost) > searchShare {
				break // the last searches are as long as all before, and leave continuations nothing
			}
			jobs = append(jobs, j)
		}
		if len(jobs) == 0 {
			break
		}
		e.round(ctx, jobs)
		e.flow()
	}
	e.compare(ctx)
}

// deeper returns the items that a deeper search may tell more of, those first in which
// the most may be lost.
func (e *examination) deeper() []*item {
	var open []*item
	for _, it := range e.items {
		f := it.Search
		if f != nil && f.Budget < lastSearch && (f.Error > 0 || f.RegretError > 0) {
			open = append(open, it)
		}
	}
	worstFirst(open, func(it *item) float64 {
		// What is searched often already is hardly found to be otherwise.
		return (it.Search.Regret + it.Search.RegretError + it.Search.Error) / math.Sqrt(float64(it.Search.Budget))
	})
	return open
}
