package analysis

import (
	"context"
	"math"
	"slices"
)

// Budgets of a Searcher, in positions.
const (
	thousandNodes = 1000 // a unit of Options.Effort
	firstSearch   = 4000
	lastSearch    = 4_000_000
	deeper        = 4 // times the budget of the search before
)

// What else an examination by a Searcher spends, in units of Options.Effort: as many
// thousand positions are looked at in domain.
const (
	sampleUnits = 18
	bestUnits   = 1600 // of Sampler.Best
)

// look returns a job that searches an item deeper than before.
func (e *examination) look(it *item) job {
	budget := firstSearch
	if it.Search != nil {
		budget = it.Search.Budget * deeper
	}
	return job{cost: max(1, 2*budget/thousandNodes), do: func(ctx context.Context) {
		s := it.judge.(Searcher)
		found := s.Search(ctx, it.position, it.given, budget)
		if ctx.Err() != nil {
			return // the search before, if any, tells more
		}
		e.found(it, found.Line, found.Error == 0)
		if it.result != nil {
			found.Regret, found.RegretError = found.Value-*it.result, found.Error
		}
		it.Search = &Found{
			Budget: budget, Nodes: found.Nodes,
			Value: found.Value, Error: found.Error, Regret: found.Regret, RegretError: found.RegretError,
		}
	}}
}

// found keeps the best play that a search found, unless continuations chose another
// answer and the search proves nothing.
func (e *examination) found(it *item, line []string, proven bool) {
	if it.Asked && !proven {
		return
	}
	it.Asked, it.Line = proven || !playsOn(it.judge), line
	if len(line) > 0 && !slices.Equal(it.Best, line[:1]) {
		it.Best, it.Values, it.Regrets, it.Pairs = line[:1], Tally{}, Tally{}, nil // they were of another answer
	}
}

// searchShare is the share of the budget that goes to searches alone. The rest goes to
// continuations from what they do not prove, if the judge can play on.
const searchShare = 0.3

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
	end := 1.0
	continues := playsOn(e.items[0].judge)
	if continues {
		end = searchShare
	}
	for !e.over(ctx, end) {
		open := e.deeper()
		if len(open) == 0 {
			break
		}
		jobs = jobs[:0]
		cost := 0
		for _, it := range open[:min(len(open), roundJobs)] {
			j := e.look(it)
			if cost += j.cost; continues && e.shareAfter(cost) > end {
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
	if continues {
		e.compare(ctx, 1)
	}
}

// playsOn reports whether continuations can tell what a judge's searches do not prove.
func playsOn(j Judge) bool {
	_, ok := j.(Sampler)
	return ok
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
