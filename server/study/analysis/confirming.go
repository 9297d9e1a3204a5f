package analysis

import (
	"context"
	"math"
	"slices"

	"arbiter/bots/judge"
)

// Sizes of a confirmation, in pairs of matches: quick players play pairs of the answers that
// look bad, to order them, and the others say what they cost. First these play fewestPairs of
// each: otherwise one answer would take the pairs, and the cost of another would be left to
// samples. Then they play deepPairs and, where that may decide, mostPairs. Nothing is marked
// before markPairs, unless fewer leave no doubt, and lastPairs by those who are asked last:
// among a hundred answers some cost much by the luck of fewestPairs.
const (
	quickAnswers = 8
	quickPairs   = 48
	deepAnswers  = 3   // at a time
	fewestPairs  = 24  // by the others, before they say what an answer costs
	markPairs    = 48  // by the others, of what is marked
	lastPairs    = 16  // by the last ones, of the same
	deepPairs    = 64  // by the others
	mostPairs    = 256 // by the others, when there is budget left
	pairsAtOnce  = 8   // of each kind, in a job
)

// clearErrors is a number of standard errors. With fewer than markPairs pairs, an answer is
// marked only if its cost exceeds the cost of a mistake by more than so many errors.
const clearErrors = 2

// confirmShare is the most of the budget that goes to confirmations.
const confirmShare = 0.4

// compare tells what answers cost: by samples and, if the judge is a Confirmer, by pairs of
// matches for those that look bad. Pairs take turns with samples. So even a budget that is
// used up early has confirmed the answers that looked worst until then. It ends at a share
// of the budget, and no pairs but the first ones begin that would last longer: dear ones
// would leave nothing to the next stage.
func (e *examination) compare(ctx context.Context, end float64) {
	_, confirms := e.items[0].judge.(Confirmer)
	for !e.over(ctx, end) {
		jobs := e.samples()
		if confirms && (len(jobs) == 0 || float64(e.confirming) < confirmShare*float64(e.spent)) {
			pairs := e.confirmations()
			cost := costOf(pairs)
			if len(pairs) > 0 && (e.confirming == 0 || end == 1 || e.shareAfter(cost) <= end) {
				e.round(ctx, pairs)
				e.confirming += cost
				continue
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
// first. Then the other players play pairs of answers that are about to be marked, of
// answers that look worst, of all, and of answers that more pairs may decide.
func (e *examination) confirmationsOf(suspects []*item) []job {
	if jobs := e.quick(suspects, fewestPairs); len(jobs) > 0 {
		return jobs
	}
	worst := slices.Clone(suspects)
	worstFirst(worst, e.looksLike)
	marked := slices.DeleteFunc(slices.Clone(worst), func(it *item) bool { return !e.looksMarked(it) })
	if jobs := e.deep(slices.DeleteFunc(slices.Clone(marked), e.clear), markPairs); len(jobs) > 0 {
		return jobs
	}
	for _, it := range marked {
		if it.hasLast() && it.played(lastKinds) < lastPairs {
			return e.pairs(it, lastKinds)
		}
	}
	if jobs := e.deep(worst[:min(deepAnswers, len(worst))], fewestPairs); len(jobs) > 0 {
		return jobs
	}
	if jobs := e.quick(suspects, quickPairs); len(jobs) > 0 {
		return jobs
	}
	for _, pairs := range []int{fewestPairs, deepPairs} {
		if jobs := e.deep(worst, pairs); len(jobs) > 0 {
			return jobs
		}
	}
	return e.deep(slices.DeleteFunc(worst, func(it *item) bool { return !e.close(it) }), mostPairs)
}

// quick returns the jobs that bring answers nearer to so many pairs by quick players.
func (e *examination) quick(of []*item, pairs int) []job {
	var jobs []job
	for _, it := range of {
		if it.played(quickKinds) < pairs && it.hasQuick() {
			jobs = append(jobs, e.pairs(it, quickKinds)...)
		}
	}
	return jobs
}

// deep returns the jobs that bring answers nearer to so many pairs by players who are not
// quick. It takes the first deepAnswers answers that lack pairs. After the first one it
// stops where the share of confirmations leaves no room. So dear pairs tell all of one
// answer before something of three.
func (e *examination) deep(of []*item, pairs int) []job {
	var jobs []job
	answers := 0
	room := confirmShare*float64(e.spent)/max(e.share(), 1e-9) - float64(e.confirming)
	for _, it := range of {
		if it.played(usualKinds) >= pairs {
			continue
		}
		more := e.pairs(it, usualKinds)
		if room -= float64(costOf(more)); answers == deepAnswers || answers > 0 && room < 0 {
			break
		}
		jobs, answers = append(jobs, more...), answers+1
	}
	return jobs
}

// suspect reports whether pairs are to tell what an answer costs: samples or a search
// say that it costs something, and prove nothing.
func (e *examination) suspect(it *item) bool {
	r := e.regret(it)
	return it.confirmable() && it.Asked && !e.bestKnown(it) && r.err > 0 && r.known() && r.mean > inaccuracy*e.Scale
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

// looksMarked reports whether an answer would be marked by the pairs so far, if they were
// enough.
func (e *examination) looksMarked(it *item) bool {
	r := e.confirmedCost(it)
	return it.confirmed() && !it.decided() && r.mean > e.Least && r.mean-r.err >= inaccuracy*e.Scale
}

// clear reports whether fewestPairs are enough to mark an answer: they say that it is a mistake
// beyond any luck of theirs.
func (e *examination) clear(it *item) bool {
	r := e.mean(it.costs(usualKinds), 0)
	return it.confirmed() && r.mean-clearErrors*r.err >= mistake*e.Scale
}

// close reports whether more pairs may decide whether an answer is marked.
func (e *examination) close(it *item) bool {
	r := e.confirmedCost(it)
	return !it.decided() && math.Abs(r.mean-inaccuracy*e.Scale) < r.err
}

// looksLike returns what an answer seems to cost: what pairs say or, before others than
// quick players are asked, the mean of what was said of it.
func (e *examination) looksLike(it *item) float64 {
	if it.confirmed() {
		return e.confirmedCost(it).mean
	}
	r := e.regret(it).mean
	if quick := e.mean(it.costs(quickKinds), 0); quick.known() {
		return (r + quick.mean) / 2
	}
	return r
}

// confirmable reports whether pairs can be played from an item's answers. From one that
// ended the match there is nothing to play.
func (it *item) confirmable() bool {
	_, ok := it.judge.(Confirmer)
	return ok && it.result == nil
}

// kinds returns those of the item's judge.
func (it *item) kinds() []judge.Kind { return it.judge.(Confirmer).Kinds() }

// mustBeConfirmed reports whether an answer is not marked without pairs. Where no players
// are quick, samples end long before the match, and what they say says little. Elsewhere a
// short budget leaves marks that were not confirmed.
func (it *item) mustBeConfirmed() bool { return it.confirmable() && !it.hasQuick() }

func (it *item) hasQuick() bool {
	return slices.ContainsFunc(it.kinds(), func(k judge.Kind) bool { return k.Quick })
}

func (it *item) hasLast() bool {
	return slices.ContainsFunc(it.kinds(), func(k judge.Kind) bool { return k.Last })
}

// markable reports whether pairs were played enough, and by all kinds of players, to mark an
// answer.
func (e *examination) markable(it *item) bool {
	return (it.played(usualKinds) >= markPairs || e.clear(it)) && (!it.hasLast() || it.played(lastKinds) >= lastPairs)
}

// played returns how many pairs were played by players of a group.
func (it *item) played(g group) int {
	n := 0
	for i, k := range it.kinds() {
		if groupOf(k) == g && i < len(it.Pairs) {
			n += it.Pairs[i].Cost.N
		}
	}
	return n
}

// confirmed reports whether enough pairs were played to say what an answer costs, but
// not to mark it.
func (it *item) confirmed() bool { return it.played(usualKinds) >= fewestPairs }

// pairs returns jobs that play pairs by the players of a group, as many of each kind.
func (e *examination) pairs(it *item, g group) (jobs []job) {
	it.Pairs = append(it.Pairs, make([]Pairs, max(0, len(it.kinds())-len(it.Pairs)))...)
	c := it.judge.(Confirmer)
	best, given := it.pair()
	for kind, k := range it.kinds() {
		if groupOf(k) != g {
			continue
		}
		p := &it.Pairs[kind]
		jobs = append(jobs, job{cost: int(math.Ceil(2 * pairsAtOnce * k.Units)), do: func(ctx context.Context) {
			for range pairsAtOnce {
				if ctx.Err() != nil {
					return
				}
				p.add(c.Confirm(it.position, best, kind, p.Cost.N), c.Confirm(it.position, given, kind, p.Cost.N))
			}
		}})
	}
	return jobs
}

// confirmedCost returns what pairs say an item's answer costs players of any kind.
func (e *examination) confirmedCost(it *item) estimate {
	costs := it.costs(usualKinds)
	if it.played(lastKinds) >= lastPairs {
		costs = append(costs, it.costs(lastKinds)...)
	}
	return e.believed(e.mean(costs, kindSpread))
}

// What answers that look bad cost players whom the judge does not use: TestMarksHold with
// -suspects prints what tells them.
const (
	// usualCost is the root mean square of it, as a share of the scale.
	usualCost = 0.2
	// kindSpread is the standard deviation of what an answer costs one kind of players
	// about what it costs all, as a share of the cost. Two or three kinds may agree by
	// chance, so that it counts as if kindsBefore more had been seen to differ by that.
	kindSpread  = 0.4
	kindsBefore = 3
	// sampleSpread is that deviation of samples and searches, which also select what looks
	// bad, as a share of the scale.
	sampleSpread = 0.2
)

// believed returns what an answer that looks bad costs. It is the posterior mean of an
// unbiased estimate. The prior is that the answer costs nothing, give or take usualCost
// or, if that is more, what the estimate says beyond its error. The answers that look
// worst were partly unlucky in their samples. The shrunken cost is right in the mean over
// them.
func (e *examination) believed(x estimate) estimate {
	if x.err == 0 || !x.known() {
		return x
	}
	v, usual := x.err*x.err, z95*usualCost*e.Scale
	u := max(usual*usual, z95*z95*x.mean*x.mean-v)
	return estimate{x.mean * u / (u + v), math.Sqrt(u * v / (u + v))}
}

// costs returns what an item's answer costs the kinds of a group.
func (it *item) costs(g group) []*Tally {
	var costs []*Tally
	for i, k := range it.kinds() {
		if groupOf(k) == g && i < len(it.Pairs) && it.Pairs[i].Cost.N > 0 {
			costs = append(costs, &it.Pairs[i].Cost)
		}
	}
	return costs
}

// z95 is the 97.5 % quantile of the normal distribution.
const z95 = 1.96

// mean returns the mean cost over kinds of players, each weighing the same. Its error has
// that of the samples and how much the kinds differ beyond it (the variance between groups
// of DerSimonian and Laird, 1986). A spread above 0 is what kinds are known to differ by:
// as a share of the cost, which counts as if kindsBefore more kinds had been seen.
func (e *examination) mean(costs []*Tally, spread float64) estimate {
	if len(costs) == 0 {
		return estimate{err: math.Inf(1)}
	}
	n := float64(len(costs))
	mean, within := 0.0, 0.0 // within: the mean square of the kinds' errors
	for _, t := range costs {
		err := t.err(e.Scale)
		mean += t.Mean / n
		within += err * err / n
	}
	between := 0.0
	for _, t := range costs {
		between += (t.Mean - mean) * (t.Mean - mean) / max(1, n-1)
	}
	between = max(0, z95*z95*between-within)
	if spread > 0 {
		between = ((n-1)*between + kindsBefore*z95*z95*spread*spread*mean*mean) / (n - 1 + kindsBefore)
	}
	return estimate{mean, math.Sqrt((within + between) / n)}
}

// decidedShare is the mean result between seats from which on a position counts as won.
const decidedShare = 0.97

// decided reports whether the position is won or lost by both answers, as all but the quick
// players play it.
func (it *item) decided() bool {
	if len(it.others) == 1 {
		return false
	}
	best, given, n := 0.0, 0.0, 0.0
	for i, k := range it.kinds() {
		if p := it.Pairs; !k.Quick && i < len(p) {
			best, given, n = best+p[i].Best*float64(p[i].Cost.N), given+p[i].Given*float64(p[i].Cost.N), n+float64(p[i].Cost.N)
		}
	}
	return min(best, given) >= decidedShare*n || max(best, given) <= (1-decidedShare)*n
}
