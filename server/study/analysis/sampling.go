package analysis

import (
	"context"
	"math"
	"slices"
)

// Sizes of the jobs of a Sampler, in samples.
const (
	coarseSamples = 4  // of a value
	coarseTurns   = 24 // values of a seat at first
	fewSamples    = 2  // of a regret, at first
	moreSamples   = 8  // of a regret, at most in one job
)

// sample values all positions, coarse first, and then what may have cost most.
func (e *examination) sample(ctx context.Context) {
	e.stage(ctx, coarseShare, e.coarse())
	e.stage(ctx, screenShare, e.screen())
	e.bisect(ctx)
	e.compare(ctx, 1)
	e.fill(ctx)
}

// values returns a job that takes n more samples of an item's value.
func (e *examination) values(it *item, n int) job {
	return job{cost: n, do: func(ctx context.Context) {
		for range n {
			if ctx.Err() != nil {
				return
			}
			it.Values.add(it.judge.(Sampler).Sample(it.position, it.untold(), it.Values.N))
		}
	}}
}

// untold returns the answers of an item's turn if the judge chooses all of them.
func (it *item) untold() [][]string { return make([][]string, len(it.others)) }

// ask lets the judge say what it would answer, once.
func (e *examination) ask(it *item) {
	if it.Asked {
		return
	}
	best, line := it.judge.(Sampler).Best(it.position)
	if it.Search == nil || !slices.Equal(best, it.Best) {
		it.Best, it.Line = best, line // else the line of the search is longer
	}
	it.Asked = true
	if s, ok := it.judge.(Screener); ok && !e.same(it) {
		it.Gap = s.Gap(it.position, it.given)
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
	cost, sample, tally := 2*n, it.judge.(Sampler).Sample, &it.Regrets
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
			it.Values.add(sample(it.position, it.untold(), 0))
		}
		for range n {
			if ctx.Err() != nil {
				return
			}
			n := tally.N
			a := sample(it.position, best, n)
			var b float64
			if it.result != nil {
				b = *it.result
			} else {
				b = sample(it.position, given, n)
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

// coarse returns the jobs of the first stage: values all over the match.
func (e *examination) coarse() []job {
	var jobs []job
	taken := make([]int, len(e.items[0].others)) // by seat
	for _, it := range e.spread() {
		if taken[it.Seat] < coarseTurns && it.Values.N < coarseSamples {
			taken[it.Seat]++
			jobs = append(jobs, e.values(it, coarseSamples-it.Values.N))
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

// bisect takes the value in the middle of where it drops most, again and again.
func (e *examination) bisect(ctx context.Context) {
	for !e.over(ctx, bisectShare) {
		var jobs []job
		drops := e.drops()
		for _, d := range drops[:min(len(drops), roundJobs)] {
			jobs = append(jobs, e.values(d.middle, coarseSamples))
		}
		if len(jobs) == 0 {
			return
		}
		e.round(ctx, jobs)
	}
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
		drop := e.dropOf()
		worstFirst(open, func(it *item) float64 { return e.promise(it, drop[it]) })
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
	return n >= 2*fewSamples && r.mean+r.err < inaccuracy*e.Scale
}

// unknown is how large an unknown regret may be, as a share of the scale. It is not
// more than a sampled regret that looks like a blunder.
const unknown = 0.3

// promise returns how large the regret of an item may be. Before the first sample it
// goes by what looks suspicious: by a search or, without one, by the judge's guess and
// the drop of the value. The drop counts until there are more than a few samples.
func (e *examination) promise(it *item, drop float64) float64 {
	if it.Regrets.N == 0 && it.Search == nil {
		return max(unknown*e.Scale, it.Gap) + math.Max(it.Gap, drop)
	}
	r := e.regret(it)
	most := r.mean + r.err
	if it.Search == nil && it.Regrets.N < moreSamples {
		most += math.Max(0, drop)
	}
	return most
}

// fill spends what is left on the values that are known least.
func (e *examination) fill(ctx context.Context) {
	for !e.over(ctx, 1) {
		var open []*item
		for _, it := range e.spread() {
			if it.Values.N < e.options.Samples {
				open = append(open, it)
			}
		}
		if len(open) == 0 {
			return
		}
		worstFirst(open, func(it *item) float64 { return -float64(it.Values.N) })
		var jobs []job
		for _, it := range open[:min(len(open), roundJobs)] {
			jobs = append(jobs, e.values(it, min(coarseSamples, e.options.Samples-it.Values.N)))
		}
		e.round(ctx, jobs)
	}
}
