package analysis

import (
	"context"
	"math"
	"slices"
)

// Sizes of an explanation of a fall, in samples and pairs.
const (
	endSamples   = 32 // of the values at its ends
	ownSamples   = 8  // of what each answer costs
	replySamples = 24 // of what the others' answers of each turn did
	planPairs    = 24 // of each kind that confirms
	planTurns    = 8  // answers, of the longest fall for which plans are tried
	atOnce       = 8  // in a job
)

// explainShare is the share of the budget at which falls are explained. What they do not
// need goes on to the answers.
const explainShare = 0.85

// explain finds out what falls are of, until it is known or the budget is used up.
func (e *examination) explain(ctx context.Context) {
	for !e.over(ctx, 1) {
		jobs := e.explanations()
		if len(jobs) == 0 {
			return
		}
		e.round(ctx, jobs)
	}
}

// explanations returns the next jobs, of the deepest fall that is not explained: where it
// begins and ends and how deep it is, what its answers cost, what the others' did, and what
// plans gain.
func (e *examination) explanations() []job {
	for _, d := range e.descents() {
		if jobs := e.endJobs(d); len(jobs) > 0 {
			return jobs
		}
		if d.lost() <= d.err() {
			continue
		}
		if n := len(d.answers()); d.items[0].Fall != n {
			d.items[0].Fall, d.items[0].Plans = n, nil
		}
		for _, next := range []func(descent) []job{e.ownJobs, e.replyJobs, e.planJobs} {
			if jobs := next(d); len(jobs) > 0 {
				return jobs
			}
		}
	}
	return nil
}

// endJobs returns what is to be done until it is known where a fall begins and ends, and how
// deep it is.
func (e *examination) endJobs(d descent) []job {
	var inner []*item // without a value
	for _, it := range d.answers() {
		if it.Values.N == 0 {
			inner = append(inner, it)
		}
	}
	if n := len(inner); n > 0 && d.items[0].Fall == 0 {
		return []job{e.values(inner[n/2], coarseSamples)}
	}
	var jobs []job
	for _, it := range []*item{d.items[0], d.items[len(d.items)-1]} {
		if n := it.Values.N; n < endSamples {
			jobs = append(jobs, e.values(it, min(atOnce, endSamples-n)))
		}
	}
	return jobs
}

// ownJobs returns what is to be done until it is known what the answers of a fall cost.
func (e *examination) ownJobs(d descent) []job {
	var jobs []job
	for _, it := range d.answers() {
		switch n := it.Regrets.N; {
		case !it.Asked:
			jobs = append(jobs, job{cost: 1, do: func(context.Context) { e.ask(it) }})
		case n < ownSamples && !e.same(it):
			jobs = append(jobs, e.regrets(it, ownSamples-n))
		}
	}
	return jobs
}

// replyJobs returns what is to be done until it is known what the other seats' answers did.
func (e *examination) replyJobs(d descent) []job {
	var jobs []job
	for _, it := range d.answers() {
		if n := it.Replies.N; !it.alone && n < replySamples {
			jobs = append(jobs, e.replies(it, min(atOnce, replySamples-n)))
		}
	}
	return jobs
}

// replies returns a job that takes n more samples of what the other seats' answers of an
// item's turn did: what comes of them and the judge's answer, less what comes of that and
// the answers that the judge expects.
func (e *examination) replies(it *item, n int) job {
	return job{cost: 2 * n, do: func(ctx context.Context) {
		e.ask(it)
		met, _ := it.pair()
		expected := make([][]string, len(it.others))
		expected[it.Seat] = it.Best
		sample := it.judge.(Sampler).Sample
		for range n {
			if ctx.Err() != nil {
				return
			}
			n := it.Replies.N
			it.Replies.add(sample(it.position, met, n) - sample(it.position, expected, n))
		}
	}}
}

// planJobs returns what is to be done until it is known what plans for all turns of a fall
// gain, of one that no single answer explains.
func (e *examination) planJobs(d descent) []job {
	first := d.items[0]
	p, ok := first.judge.(Planner)
	turns := len(d.answers())
	if cause, _ := e.causeOf(d, Fall{}); !ok || turns > planTurns || turns < 2 || cause == ByAnswer {
		return nil
	}
	if slices.ContainsFunc(d.answers(), func(it *item) bool { return len(it.given) == 0 }) {
		return nil // no answer: it is known what is wrong with that
	}
	if first.Plans == nil {
		first.Plans = make([]Tally, len(p.Kinds()))
	}
	var recorded [][]string
	for _, it := range d.answers() {
		recorded = append(recorded, it.given)
	}
	var jobs []job
	for kind, k := range p.Kinds() {
		t := &first.Plans[kind]
		if groupOf(k) != usualKinds || t.N >= planPairs {
			continue
		}
		jobs = append(jobs, job{cost: int(math.Ceil(2 * atOnce * k.Units)), do: func(ctx context.Context) {
			for range atOnce {
				if ctx.Err() != nil {
					return
				}
				plan := p.Plan(first.position, turns, kind, t.N)
				t.add(p.ConfirmPlan(first.position, plan, kind, t.N) - p.ConfirmPlan(first.position, recorded, kind, t.N))
			}
		}})
	}
	return jobs
}

// planCosts returns what plans gain by kind, of the kinds that tried them.
func (it *item) planCosts() []*Tally {
	var costs []*Tally
	for i := range it.Plans {
		if it.Plans[i].N > 0 {
			costs = append(costs, &it.Plans[i])
		}
	}
	return costs
}
