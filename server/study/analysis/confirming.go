package analysis

import (
	"context"
	"math"
	"slices"

	"arbiter/bots/judge"
)

// Sizes of a confirmation, in pairs of matches: the answers that look worst get quickPairs
// by quick players, and the worst of them deepPairs by the others. Before that both get
// fewestPairs, so that a short analysis, or one on a busy machine, confirms what costs most.
const (
	quickAnswers = 8
	quickPairs   = 200
	deepAnswers  = 3
	deepPairs    = 64
	fewestPairs  = 24  // by the others, before they say what an answer costs
	mostPairs    = 256 // by the others, when there is budget left
	pairsAtOnce  = 8   // of each kind, in a job
)

// confirmShare is the most of the budget that goes to confirmations.
const confirmShare = 0.4

// compare tells what answers cost: by samples and, if the judge is a Confirmer, by pairs
// of matches for those that look bad. Pairs take turns with samples, so that a budget that
// is used up sooner than was thought has confirmed what looked worst until then.
func (e *examination) compare(ctx context.Context) {
	_, confirms := e.items[0].judge.(Confirmer)
	confirming := 0
	for !e.over(ctx, 1) {
		jobs := e.samples()
		if confirms && (len(jobs) == 0 || float64(confirming) < confirmShare*float64(e.spent)) {
			if pairs := e.confirmations(); len(pairs) > 0 {
				before := e.spent
				e.round(ctx, pairs)
				confirming += e.spent - before
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

// confirmationsOf returns the next jobs of a few answers.
func (e *examination) confirmationsOf(suspects []*item) []job {
	if jobs := e.upTo(suspects, fewestPairs, fewestPairs); len(jobs) > 0 {
		return jobs
	}
	return e.upTo(suspects, quickPairs, deepPairs)
}

// upTo returns the jobs that bring the answers to so many pairs by quick players or, if all
// have these, the worst of them to so many by the others. With deepPairs those follow that
// are not as bad, and more pairs where they may decide.
func (e *examination) upTo(suspects []*item, quick, deep int) []job {
	var jobs []job
	for _, it := range suspects {
		if it.played(true) < quick && it.hasQuick() {
			jobs = append(jobs, e.pairs(it, true))
		}
	}
	if len(jobs) > 0 {
		return jobs
	}
	worst := slices.Clone(suspects)
	worstFirst(worst, func(it *item) float64 { return e.looksLike(it) })
	for len(worst) > 0 && len(jobs) == 0 {
		n := min(deepAnswers, len(worst))
		for _, it := range worst[:n] {
			if it.played(false) < deep || deep == deepPairs && it.played(false) < mostPairs && e.close(it) {
				jobs = append(jobs, e.pairs(it, false))
			}
		}
		worst = worst[n:]
		if deep < deepPairs {
			break
		}
	}
	return jobs
}

// suspect reports whether pairs are to tell what an answer costs: samples or a search
// say that it costs something, and prove nothing.
func (e *examination) suspect(it *item) bool {
	r := e.regret(it)
	return it.confirmable() && it.Asked && !e.bestKnown(it) && r.err > 0 && r.known() && r.mean > inaccuracy*e.Scale
}

// close reports whether more pairs may decide whether an answer is marked.
func (e *examination) close(it *item) bool {
	r := e.confirmedCost(it)
	return !it.decided() && math.Abs(r.mean-max(e.Least, inaccuracy*e.Scale)) < r.err
}

// looksLike returns what an answer seems to cost before others than quick players are
// asked: the mean of what was said of it.
func (e *examination) looksLike(it *item) float64 {
	r := e.regret(it).mean
	if quick := e.agreed(it, true); quick.known() {
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

// played returns how many pairs were played by quick players, or by the others.
func (it *item) played(quick bool) int {
	n := 0
	for i, k := range it.kinds() {
		if k.Quick == quick && i < len(it.Pairs) {
			n += it.Pairs[i].Cost.N
		}
	}
	return n
}

// confirmed reports whether enough pairs were played to say what an answer costs.
func (it *item) confirmed() bool { return it.played(false) >= fewestPairs }

// pairs returns a job that plays pairs by the quick players, or by the others, as many of
// each kind.
func (e *examination) pairs(it *item, quick bool) job {
	units := 0.0
	for _, k := range it.kinds() {
		if k.Quick == quick {
			units += 2 * pairsAtOnce * k.Units
		}
	}
	return job{cost: int(math.Ceil(units)), do: func(ctx context.Context) {
		c := it.judge.(Confirmer)
		best, given := it.pair()
		it.Pairs = append(it.Pairs, make([]Pairs, max(0, len(it.kinds())-len(it.Pairs)))...)
		for kind, k := range it.kinds() {
			if k.Quick != quick {
				continue
			}
			for range pairsAtOnce {
				if ctx.Err() != nil {
					return
				}
				p := &it.Pairs[kind]
				p.add(c.Confirm(it.position, best, kind, p.Cost.N), c.Confirm(it.position, given, kind, p.Cost.N))
			}
		}
	}}
}

// confirmedCost returns what pairs say an item's answer costs.
func (e *examination) confirmedCost(it *item) estimate { return e.agreed(it, false) }

// agreed returns the mean cost over the kinds that are quick, or over the others, each
// kind weighing the same. Its error has that of the samples and how much the kinds differ
// beyond it (the variance between groups of DerSimonian and Laird, 1986).
func (e *examination) agreed(it *item, quick bool) estimate {
	var costs []*Tally
	for i, k := range it.kinds() {
		if k.Quick == quick && i < len(it.Pairs) && it.Pairs[i].Cost.N > 0 {
			costs = append(costs, &it.Pairs[i].Cost)
		}
	}
	return e.mean(costs)
}

// mean returns the mean of what kinds of players say, each weighing the same: see agreed.
func (e *examination) mean(costs []*Tally) estimate {
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
	const z = 1.96
	between = max(0, z*z*between-within)
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
