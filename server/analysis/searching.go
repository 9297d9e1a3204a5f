package analysis

import (
	"context"
	"math"
)

// Budgets of a Searcher, in positions.
const (
	thousandNodes = 1000 // a unit of Options.Effort
	firstSearch   = 4000
	lastSearch    = 4_000_000
	deeper        = 4 // times the budget of the search before
)

// look returns a job that searches an item deeper than before.
func (e *examination) look(it *item) job {
	budget := firstSearch
	if it.Search != nil {
		budget = it.Search.Budget * deeper
	}
	return job{cost: max(1, 2*budget/thousandNodes), do: func(ctx context.Context) {
		s := it.judge.(Searcher)
		f := Found{Budget: budget}
		var line []string
		f.Value, f.Error, f.Regret, f.RegretError, line, f.Nodes = s.Search(ctx, it.position, it.given, budget)
		if ctx.Err() != nil {
			return // the search before, if any, tells more
		}
		it.Asked, it.Line = true, line
		if len(line) > 0 {
			it.Best = line[:1]
		}
		if it.result != nil {
			f.Regret, f.RegretError = f.Value-*it.result, f.Error
		}
		it.Search = &f
	}}
}

// search looks at all items, and then deeper where the most may be lost.
func (e *examination) search(ctx context.Context) {
	var jobs []job
	for _, i := range coarseFirst(len(e.items)) {
		if e.items[i].Search == nil {
			jobs = append(jobs, e.look(e.items[i]))
		}
	}
	e.stage(ctx, 1, jobs)
	for !e.over(ctx, 1) {
		var open []*item
		for _, it := range e.items {
			f := it.Search
			if f != nil && f.Budget < lastSearch && (f.Error > 0 || f.RegretError > 0) {
				open = append(open, it)
			}
		}
		if len(open) == 0 {
			return
		}
		worstFirst(open, func(it *item) float64 {
			// What is searched often already is hardly found to be otherwise.
			return (it.Search.Regret + it.Search.RegretError + it.Search.Error) / math.Sqrt(float64(it.Search.Budget))
		})
		jobs = jobs[:0]
		for _, it := range open[:min(len(open), roundJobs)] {
			jobs = append(jobs, e.look(it))
		}
		e.round(ctx, jobs)
	}
}
