package analysis

import (
	"context"
	"math"
)

// Sizes of an explanation of a fall, in samples and pairs.
const (
	endSamples  = 32 // of the values at its ends
	partSamples = 24 // of what the answers of each turn did
	planPairs   = 16 // of each kind that confirms
	planTurns   = 16 // answers, of the longest fall that players play otherwise
	atOnce      = 8  // in a job
)

// explainShare is the share of the budget at which falls are explained. What they do not
// need goes on to the answers.
const explainShare = 0.8

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

// explanations returns the next jobs, of the deepest fall that has no cause yet or, where all
// have one, that lacks a part.
func (e *examination) explanations() []job {
	descents := e.descents()
	for _, d := range descents {
		if jobs := e.endJobs(d); len(jobs) > 0 {
			return jobs
		}
		if d.lost() <= d.err() {
			continue
		}
		if n := len(d.answers()); d.items[0].Fall != n {
			d.items[0].Fall, d.items[0].Plans = n, nil
		}
		if cause, _ := e.causeOf(d, e.partsOf(d)); cause != ByUnknown {
			continue
		}
		if jobs := e.partJobs(d); len(jobs) > 0 {
			return jobs
		}
	}
	for _, d := range descents {
		if jobs := e.partJobs(d); d.lost() > d.err() && len(jobs) > 0 {
			return jobs
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

// partJobs returns the next jobs until it is known what a fall is of: what other players gain
// in its turns and what its answers did, coarsely first, as that often tells the cause.
func (e *examination) partJobs(d descent) []job {
	for enough := atOnce; enough <= partSamples; enough += atOnce {
		jobs := e.planJobs(d, min(enough, planPairs))
		for _, it := range d.answers() {
			if !it.alone && it.Others.N < enough {
				jobs = append(jobs, e.part(it, &it.Others, it.untold(), it.others))
			}
			if !playable(d) && it.Own.N < enough {
				_, given := it.pair()
				jobs = append(jobs, e.part(it, &it.Own, it.others, given))
			}
		}
		if len(jobs) > 0 {
			return jobs
		}
	}
	return nil
}

// part returns a job that samples what a seat loses when some more of the answers of a turn
// are given: the seat's own, or those of the others before it.
func (e *examination) part(it *item, t *Tally, without, with [][]string) job {
	return job{cost: 2 * atOnce, do: func(ctx context.Context) {
		sample := it.judge.(Sampler).Sample
		for range atOnce {
			if ctx.Err() != nil {
				return
			}
			n := t.N
			t.add(sample(it.position, without, n) - sample(it.position, with, n))
		}
	}}
}

// playable reports whether players who confirm can play the turns of a fall themselves.
func playable(d descent) bool {
	_, ok := d.items[0].judge.(Replayer)
	return ok && len(d.answers()) <= planTurns
}

// planJobs returns what brings each kind of players who confirm nearer to so many pairs in
// which they play the turns of a fall themselves.
func (e *examination) planJobs(d descent, pairs int) []job {
	if !playable(d) {
		return nil
	}
	first := d.items[0]
	p := first.judge.(Replayer)
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
		if groupOf(k) != usualKinds || t.N >= pairs {
			continue
		}
		jobs = append(jobs, job{cost: int(math.Ceil(2 * atOnce * k.Units)), do: func(ctx context.Context) {
			for range atOnce {
				if ctx.Err() != nil {
					return
				}
				t.add(p.Replay(first.position, nil, kind, t.N) - p.Replay(first.position, recorded, kind, t.N))
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
