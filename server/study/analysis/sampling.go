package analysis

import (
	"context"
	"slices"

	"arbiter/bots/judge"
)

// sample values all positions, coarse first, and then what may have cost most.
func (e *examination) sample(ctx context.Context) {
	e.stage(ctx, coarseShare, e.valuesTo(coarseSamples, coarseTurns))
	e.stage(ctx, screenShare, e.screen())
	e.compare(ctx)
	e.fill(ctx)
}

// values returns a job that takes n more samples of an item's value.
func (e *examination) values(it *item, n int) job {
	return job{cost: n, do: func(ctx context.Context) {
		for range n {
			if ctx.Err() != nil {
				return
			}
			it.Values.add(it.own(it.untold(), it.Values.N))
		}
	}}
}

// own plays an item's position on by the judge's own players.
func (it *item) own(answers [][]string, n int) float64 {
	return it.judge.Continue(it.position, answers, judge.Own, n)
}

// untold returns the answers of an item's turn if the judge chooses all of them.
func (it *item) untold() [][]string { return make([][]string, len(it.others)) }

// ask lets the judge say what it would answer, once.
func (e *examination) ask(it *item) {
	if it.Asked {
		return
	}
	best, line := it.judge.Alternatives(it.position)
	if it.Search == nil || !slices.Equal(best, it.Best) {
		it.Best, it.Line = best, line // else the line of the search is longer
	}
	if it.Asked = true; !e.same(it) {
		it.Gap = it.judge.Gap(it.position, it.given)
	}
}

// same reports whether the given answer is the judge's.
func (e *examination) same(it *item) bool {
	return it.Asked && len(it.given) > 0 && it.judge.Same(it.position, it.given, it.Best)
}

// regrets returns a job that takes n more samples of an item's regret. Where a search
// values positions, they are samples of that value too; elsewhere one sample of the value is
// taken at first, so that no cost is told without one.
func (e *examination) regrets(it *item, n int) job {
	cost, tally := 2*n, &it.Regrets
	valued := it.Search != nil || it.Values.N > 0
	if !valued {
		cost++
	}
	if it.Search != nil {
		cost *= sampleUnits
		if !it.Asked {
			cost += bestUnits
		}
	}
	return job{cost: cost, do: func(ctx context.Context) {
		e.ask(it)
		if e.same(it) {
			return
		}
		best, given := it.pair()
		if !valued && ctx.Err() == nil {
			it.Values.add(it.own(it.untold(), 0))
		}
		for range n {
			if ctx.Err() != nil {
				return
			}
			n := tally.N
			a := it.own(best, n)
			var b float64
			if it.result != nil {
				b = *it.result
			} else {
				b = it.own(given, n)
			}
			tally.add(a - b)
			if it.Search != nil && it.alone && it.Values.N == n {
				it.Values.add(a)
			}
		}
	}}
}

// pair returns the answers of an item's turn with the judge's and with the given one.
func (it *item) pair() (best, given [][]string) {
	best, given = slices.Clone(it.others), slices.Clone(it.others)
	best[it.Seat], given[it.Seat] = it.Best, it.given
	return best, given
}

// valuesTo returns the jobs that bring the values of so many items of each seat to n samples.
func (e *examination) valuesTo(n, most int) []job {
	var jobs []job
	taken := make([]int, len(e.items[0].others)) // by seat
	for _, it := range e.spread() {
		if taken[it.Seat] < most && it.Values.N < n {
			taken[it.Seat]++
			jobs = append(jobs, e.values(it, n-it.Values.N))
		}
	}
	return jobs
}

// screen returns the jobs of the second stage: a quick look at each answer.
func (e *examination) screen() []job {
	var jobs []job
	for _, it := range e.spread() {
		if !it.Asked {
			jobs = append(jobs, job{cost: 1, do: func(context.Context) { e.ask(it) }})
		}
	}
	return jobs
}

// samples returns the next jobs of regrets: of the answers that may have cost the most,
// and later of those that seem to. There are none when more would hardly help.
func (e *examination) samples() []job {
	var open []*item
	for _, it := range e.items {
		if !e.settled(it) {
			open = append(open, it)
		}
	}
	if e.share() < raceShare {
		worstFirst(open, e.promise)
	} else {
		worstFirst(open, func(it *item) float64 { return e.regret(it).mean })
	}
	var jobs []job
	for _, it := range open[:min(len(open), roundJobs)] {
		n := fewSamples
		if taken := it.Regrets.N; taken > 0 {
			n = min(taken, moreSamples, e.options.Samples-taken)
		}
		jobs = append(jobs, e.regrets(it, n))
	}
	return jobs
}

// settled reports whether more samples of the regret would hardly help.
func (e *examination) settled(it *item) bool {
	r, n := e.regret(it), it.Regrets.N
	if e.same(it) || n >= e.options.Samples || r.err == 0 {
		return true
	}
	return n >= 2*fewSamples && r.mean+r.err < sureCost*e.Scale
}

// promise returns how large the regret of an item may be: before the first sample, by the judge's
// guess.
func (e *examination) promise(it *item) float64 {
	if it.Regrets.N == 0 && it.Search == nil {
		return max(unknown*e.Scale, it.Gap) + max(0, it.Gap)
	}
	r := e.regret(it)
	return r.mean + r.err
}

// fill spends what is left on the values that are known least.
func (e *examination) fill(ctx context.Context) {
	for n := coarseSamples; n < e.options.Samples+coarseSamples; n += coarseSamples {
		e.stage(ctx, 1, e.valuesTo(min(n, e.options.Samples), len(e.items)))
	}
}
