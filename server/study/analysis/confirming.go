package analysis

import (
	"context"
	"math"
	"slices"

	"arbiter/bots/judge"
)

// compare tells what answers cost: by samples and, if the judge has other kinds of players, by
// pairs of matches for those that look bad. Pairs take turns with samples. So even a budget that
// is used up early has confirmed the answers that looked worst until then.
func (e *examination) compare(ctx context.Context) {
	for !e.over(ctx, 1) {
		jobs := e.samples()
		if len(jobs) == 0 || float64(e.confirming) < confirmShare*float64(e.spent) {
			if pairs := e.confirmations(); len(pairs) > 0 {
				jobs = pairs
				e.confirming += costOf(pairs)
			}
		}
		if len(jobs) == 0 {
			return
		}
		e.round(ctx, jobs)
	}
}

// confirmations returns the next jobs: quick pairs of the answers that look worst, then
// the others of the worst by those, then more of both, if there is budget.
func (e *examination) confirmations() []job {
	var suspects []*item
	for _, it := range e.items {
		if e.suspect(it) {
			suspects = append(suspects, it)
		}
	}
	worstFirst(suspects, func(it *item) float64 { return e.regret(it).mean })
	for len(suspects) > 0 {
		n := min(quickAnswers, len(suspects))
		if jobs := e.confirmationsOf(suspects[:n]); len(jobs) > 0 {
			return jobs
		}
		suspects = suspects[n:]
	}
	return nil
}

// confirmationsOf returns the next jobs of a few answers. Pairs by quick players come
// first. Then the other players play pairs of answers that are about to be confirmed, of
// all, the worst first, and of answers that more pairs may decide.
func (e *examination) confirmationsOf(suspects []*item) []job {
	if jobs := e.quick(suspects); len(jobs) > 0 {
		return jobs
	}
	worst := slices.Clone(suspects)
	worstFirst(worst, e.looksLike)
	sure := slices.DeleteFunc(slices.Clone(worst), func(it *item) bool { return !e.looksSure(it) })
	if jobs := e.deep(sure, surePairs); len(jobs) > 0 {
		return jobs
	}
	for _, it := range sure {
		if e.hasLast() && e.played(it, lastKinds) < lastPairs {
			return e.pairs(it, lastKinds)
		}
	}
	for _, pairs := range []int{fewestPairs, deepPairs} {
		if jobs := e.deep(worst, pairs); len(jobs) > 0 {
			return jobs
		}
	}
	return e.deep(slices.DeleteFunc(worst, func(it *item) bool { return !e.close(it) }), mostPairs)
}

// quick returns the jobs that bring answers nearer to fewestPairs by quick players.
func (e *examination) quick(of []*item) []job {
	var jobs []job
	for _, it := range of {
		if e.played(it, quickKinds) < fewestPairs && e.hasQuick() {
			jobs = append(jobs, e.pairs(it, quickKinds)...)
		}
	}
	return jobs
}

// deep returns the jobs that bring answers nearer to so many pairs by players who are not
// quick. It takes the first deepAnswers answers that lack pairs.
func (e *examination) deep(of []*item, pairs int) []job {
	var jobs []job
	answers := 0
	for _, it := range of {
		if answers < deepAnswers && e.played(it, usualKinds) < pairs {
			jobs, answers = append(jobs, e.pairs(it, usualKinds)...), answers+1
		}
	}
	return jobs
}

// suspect reports whether pairs are to tell what an answer costs: samples or a search
// say that it costs something, and prove nothing.
func (e *examination) suspect(it *item) bool {
	r := e.regret(it)
	return e.confirmable(it) && it.Asked && !e.bestKnown(it) && r.err > 0 && r.known() && r.mean > sureCost*e.Scale
}

// A group is of the kinds of players that are asked at the same time.
type group int

const (
	quickKinds group = iota
	usualKinds
	lastKinds
)

func groupOf(k judge.Kind) group {
	switch {
	case k.Quick:
		return quickKinds
	case k.Last:
		return lastKinds
	}
	return usualKinds
}

// looksSure reports whether the cost of an answer would be confirmed by the pairs so far, if
// they were enough.
func (e *examination) looksSure(it *item) bool {
	r := e.confirmedCost(it)
	return e.confirmed(it) && !e.decided(it) && r.mean > e.Least && r.mean-r.err >= sureCost*e.Scale
}

// close reports whether more pairs may decide whether the cost of an answer is confirmed.
func (e *examination) close(it *item) bool {
	r := e.confirmedCost(it)
	return !e.decided(it) && math.Abs(r.mean-sureCost*e.Scale) < r.err
}

// looksLike returns what an answer seems to cost: what pairs say or, before others than
// quick players are asked, the mean of what was said of it.
func (e *examination) looksLike(it *item) float64 {
	if e.confirmed(it) {
		return e.confirmedCost(it).mean
	}
	r := e.regret(it).mean
	if quick := e.mean(e.costsTo(it, quickKinds), 0); quick.known() {
		return (r + quick.mean) / 2
	}
	return r
}

// confirmable reports whether pairs can be played from an item's answers. From one that
// ended the match there is nothing to play.
func (e *examination) confirmable(it *item) bool { return len(e.Kinds) > 0 && it.result == nil }

// mustBeConfirmed reports whether the cost of an answer is unclear without pairs. Where no
// players are quick, samples end long before the match, and what they say says little.
func (e *examination) mustBeConfirmed(it *item) bool { return e.confirmable(it) && !e.hasQuick() }

func (e *examination) hasQuick() bool {
	return slices.ContainsFunc(e.Kinds, func(k judge.Kind) bool { return k.Quick })
}

func (e *examination) hasLast() bool {
	return slices.ContainsFunc(e.Kinds, func(k judge.Kind) bool { return k.Last })
}

// settledByPairs reports whether pairs were played enough, and by all kinds of players, to
// confirm what an answer costs.
func (e *examination) settledByPairs(it *item) bool {
	return e.played(it, usualKinds) >= surePairs && (!e.hasLast() || e.played(it, lastKinds) >= lastPairs)
}

// played returns how many pairs were played by players of a group.
func (e *examination) played(it *item, g group) int {
	n := 0
	for i, k := range e.Kinds {
		if groupOf(k) == g && i < len(it.Pairs) {
			n += it.Pairs[i].Cost.N
		}
	}
	return n
}

// confirmed reports whether enough pairs were played to say what an answer costs, but
// not to be sure of it.
func (e *examination) confirmed(it *item) bool { return e.played(it, usualKinds) >= fewestPairs }

// pairs returns jobs that play pairs by the players of a group, as many of each kind.
func (e *examination) pairs(it *item, g group) (jobs []job) {
	it.Pairs = append(it.Pairs, make([]Pairs, max(0, len(e.Kinds)-len(it.Pairs)))...)
	best, given := it.pair()
	for kind, k := range e.Kinds {
		if groupOf(k) != g {
			continue
		}
		p := &it.Pairs[kind]
		jobs = append(jobs, job{cost: int(math.Ceil(2 * pairsAtOnce * k.Units)), do: func(ctx context.Context) {
			for range pairsAtOnce {
				if ctx.Err() != nil {
					return
				}
				p.add(it.judge.Continue(it.position, best, kind, p.Cost.N), it.judge.Continue(it.position, given, kind, p.Cost.N))
			}
		}})
	}
	return jobs
}

// decided reports whether the position is won or lost by both answers, as all but the quick
// players play it.
func (e *examination) decided(it *item) bool {
	if len(it.others) == 1 {
		return false
	}
	best, given, n := 0.0, 0.0, 0.0
	for i, k := range e.Kinds {
		if p := it.Pairs; !k.Quick && i < len(p) {
			best, given, n = best+p[i].Best*float64(p[i].Cost.N), given+p[i].Given*float64(p[i].Cost.N), n+float64(p[i].Cost.N)
		}
	}
	return min(best, given) >= decidedShare*n || max(best, given) <= (1-decidedShare)*n
}
