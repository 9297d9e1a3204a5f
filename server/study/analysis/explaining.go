package analysis

import (
	"context"
	"math"
)

// Sizes of an explanation of a fall, in samples and pairs.
const (
	endSamples   = 32 // of the values at its ends
	partSamples  = 16 // of what the answers of each turn did, or plays by each kind that confirms
	closeSamples = 64 // of the same, where they do not tell the cause and there is budget left
	atOnce       = 8  // in a job
	partsAtOnce  = 4  // of what the answers of each turn did
)

// The shares of the budget at which falls are explained: sooner where pairs have confirmed what
// looked worst until then. What falls do not need goes on to the answers.
const (
	explainShare   = 0.8
	confirmedShare = 0.7
)

// tell spends the rest of the budget on what answers cost and what falls are of.
func (e *examination) tell(ctx context.Context) {
	share := explainShare
	if _, ok := e.items[0].judge.(Confirmer); ok {
		share = confirmedShare
	}
	e.compare(ctx, share)
	e.explain(ctx, func() []job { return e.causes(partSamples) })
	e.compare(ctx, 1)
	e.explain(ctx, func() []job { return e.causes(closeSamples) })
	e.explain(ctx, e.parts)
}

// explain finds out more of falls, until there is nothing next or the budget is used up.
func (e *examination) explain(ctx context.Context, next func() []job) {
	for !e.over(ctx, 1) {
		jobs := next()
		if len(jobs) == 0 {
			return
		}
		e.round(ctx, jobs)
	}
}

// causes returns the next jobs of the deepest fall that has no cause yet, unless so many samples
// do not tell it.
func (e *examination) causes(most int) []job {
	for _, d := range e.descents() {
		if jobs := e.endJobs(d); len(jobs) > 0 {
			return jobs
		}
		if d.played == 0 && !d.certain() {
			continue
		}
		if n := len(d.answers()); d.items[0].Fall != n {
			d.items[0].Fall, d.items[0].Followed = n, nil
		}
		if cause, _ := e.causeOf(d, e.partsOf(d)); cause != ByUnknown && e.steep(d) && d.certain() {
			continue
		}
		if jobs := e.partJobs(d, most); len(jobs) > 0 {
			return jobs
		}
	}
	return nil
}

// parts returns the next jobs of the deepest fall that lacks a part.
func (e *examination) parts() []job {
	for _, d := range e.descents() {
		if jobs := e.partJobs(d, partSamples); d.certain() && len(jobs) > 0 {
			return jobs
		}
	}
	return nil
}

// endJobs returns what is to be done until it is known where a fall begins and ends, and how
// deep it is.
func (e *examination) endJobs(d descent) []job {
	if d.items[0].Search != nil {
		return nil // searches tell it
	}
	var inner []*item // without a value
	for _, it := range d.answers() {
		if it.Values.N == 0 {
			inner = append(inner, it)
		}
	}
	if n := len(inner); n > 0 && d.items[0].Fall == 0 {
		return []job{e.values(inner[n/2], coarseSamples)}
	}
	enough := endSamples
	if plain := d.lost.err <= d.lost.mean/4; plain {
		enough = atOnce
	}
	var jobs []job
	for _, it := range []*item{d.items[0], d.items[len(d.items)-1]} {
		if n := it.Values.N; n < enough {
			jobs = append(jobs, e.values(it, min(atOnce, enough-n)))
		}
	}
	return jobs
}

// partJobs returns the next jobs until so many samples, or plays by each kind of players, tell
// what the answers of a fall did: a few of all parts first, as these often tell the cause.
func (e *examination) partJobs(d descent, most int) []job {
	switch {
	case d.playable():
		return e.follow(d, most)
	case d.settled() || d.items[0].Search != nil:
		return nil
	}
	for enough := partsAtOnce; enough <= most; enough += partsAtOnce {
		var jobs []job
		for _, it := range d.answers() {
			if !it.alone && it.Others.N < enough {
				jobs = append(jobs, e.part(it, &it.Others, it.untold(), it.others))
			}
			if it.Own.N < enough {
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
	return job{cost: 2 * partsAtOnce, do: func(ctx context.Context) {
		sample := it.judge.(Sampler).Sample
		for range partsAtOnce {
			if ctx.Err() != nil {
				return
			}
			n := t.N
			t.add(sample(it.position, without, n) - sample(it.position, with, n))
		}
	}}
}

// follow returns what brings the kinds of players who confirm nearer to so many plays of a
// fall each.
func (e *examination) follow(d descent, most int) []job {
	first, last := d.items[0], d.items[len(d.items)-1]
	p := first.judge.(Follower)
	if first.Followed == nil {
		first.Followed = make([]Followed, len(p.Kinds()))
	}
	all := e.recorded(first, last)
	own := make([][][]string, len(all))
	for turn, answers := range all {
		own[turn] = first.untold()
		own[turn][first.Seat] = answers[first.Seat]
	}
	known := e.value(last)
	var jobs []job
	for enough := atOnce; enough <= most && len(jobs) == 0; enough += atOnce {
		for kind, k := range p.Kinds() {
			r := &first.Followed[kind]
			if groupOf(k) != usualKinds || r.Lost.N >= enough {
				continue
			}
			jobs = append(jobs, job{cost: int(math.Ceil(4 * atOnce * k.Units)), do: func(ctx context.Context) {
				for range atOnce {
					if ctx.Err() != nil {
						return
					}
					n := r.Lost.N
					before := p.Follow(first.position, nil, kind, n)
					left := p.Follow(first.position, own, kind, n)
					ended := p.Follow(first.position, all, kind, n)
					after := known.mean
					if known.err > 0 {
						after = p.Follow(last.position, nil, kind, n)
					}
					if lost := before - left; lost > r.Most {
						r.Most, r.Play = lost, n
					}
					r.Before.add(before)
					r.Lost.add(before - after)
					r.Own.add(before - left)
					r.Others.add(left - ended)
					r.Rest.add(ended - after)
				}
			}})
		}
	}
	return jobs
}

// recorded returns the answers from one item's turn on and before another one's, by turn and
// seat: nil for a seat that was not asked, and empty for no answer.
func (e *examination) recorded(from, to *item) (turns [][][]string) {
	for i := range e.turns {
		t := &e.turns[i]
		if t.Number < from.Turn || t.Number >= to.Turn {
			continue
		}
		answers := from.untold()
		for k := range t.Answers {
			answers[t.Answers[k].Seat] = linesOf(&t.Answers[k])
		}
		turns = append(turns, answers)
	}
	return turns
}

// followed returns what the kinds that played a fall from an item say of a part of it, and
// in how many plays.
func (it *item) followed(part func(*Followed) *Tally) (tallies []*Tally, plays int) {
	for i := range it.Followed {
		if t := part(&it.Followed[i]); t.N > 0 {
			tallies = append(tallies, t)
			plays += t.N
		}
	}
	return tallies, plays
}
