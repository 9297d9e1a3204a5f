package analysis

import "math"

// An estimate is a number and half the width of its 95 % interval: 0 when it is
// proven, infinite when nothing is known.
type estimate struct{ mean, err float64 }

// known reports whether anything is.
func (x estimate) known() bool { return !math.IsInf(x.err, 1) }

// plus returns the sum of two estimates that know nothing of each other.
func (x estimate) plus(y estimate) estimate {
	return estimate{x.mean + y.mean, math.Hypot(x.err, y.err)}
}

// regret returns what searches and samples say of the cost of an item's answer.
func (e *examination) regret(it *item) estimate {
	r := e.sampled(&it.Regrets)
	if it.Search != nil {
		return both(r, estimate{it.Search.Regret, it.Search.RegretError})
	}
	return r
}

// cost returns what is known of the cost of an item's answer: what is proven, what pairs
// confirm, or else what searches and samples say. A cost that pairs could have confirmed,
// but did not, is less believed. If pairs must confirm it, it may be off by as much as it
// is.
func (e *examination) cost(it *item) estimate {
	r := e.regret(it)
	switch {
	case r.err == 0 || !e.confirmable(it) || !r.known() && !e.confirmed(it):
		return r
	case e.confirmed(it):
		return e.confirmedCost(it)
	case e.mustBeConfirmed(it):
		r.err = math.Hypot(r.err, r.mean)
	case r.mean > sureCost*e.Scale:
		r.err = math.Hypot(r.err, z95*sampleSpread*e.Scale)
		return e.believed(r)
	}
	return r
}

// value returns what is known of the value of an item's position. If the rest after the
// given answer is proven, the value is that rest plus the cost of the answer. Its error
// is how far searches and samples disagree: a guess of the value does not tell a cost.
func (e *examination) value(it *item) estimate {
	v := e.sampled(&it.Values)
	if it.Search != nil {
		v = both(v, estimate{it.Search.Value, it.Search.Error})
	}
	if r := e.told(it); it.after != nil && v.err > 0 && r.known() {
		left := min(1, *it.after+max(0, r.mean))
		return estimate{left, max(r.err, math.Abs(v.mean-left))}
	}
	return v
}

// valued returns the value of an item's position with all that it may err by.
func (e *examination) valued(it *item) estimate {
	v := e.value(it)
	v.err = math.Sqrt(v.err*v.err + it.doubt)
	return v
}

// sampled returns what samples say.
func (e *examination) sampled(t *Tally) estimate {
	if t.N == 0 {
		return estimate{err: math.Inf(1)}
	}
	return estimate{t.Mean, t.err(e.Scale)}
}

// both returns the mean of two estimates, each weighed by how little it errs: the
// inverse of its variance.
func both(a, b estimate) estimate {
	switch {
	case b.err == 0 || !a.known():
		return b
	case a.err == 0 || !b.known():
		return a
	}
	x, y := 1/(a.err*a.err), 1/(b.err*b.err)
	return estimate{(a.mean*x + b.mean*y) / (x + y), 1 / math.Sqrt(x+y)}
}

// confirmedCost returns what pairs say an item's answer costs players of any kind.
func (e *examination) confirmedCost(it *item) estimate {
	costs := e.costsTo(it, usualKinds)
	if e.played(it, lastKinds) >= lastPairs {
		costs = append(costs, e.costsTo(it, lastKinds)...)
	}
	return e.believed(e.mean(costs, kindSpread))
}

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

// costsTo returns what an item's answer costs the kinds of a group.
func (e *examination) costsTo(it *item, g group) []*Tally {
	var costs []*Tally
	for i, k := range e.Kinds {
		if groupOf(k) == g && i < len(it.Pairs) && it.Pairs[i].Cost.N > 0 {
			costs = append(costs, &it.Pairs[i].Cost)
		}
	}
	return costs
}

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

// A Tally sums up samples.
type Tally struct {
	N       int     `json:"n"`
	Mean    float64 `json:"mean"`
	Squares float64 `json:"squares"` // summed squares of the deviations from the mean
}

// add takes a sample in (Welford's method).
func (t *Tally) add(x float64) {
	t.N++
	d := x - t.Mean
	t.Mean += d / float64(t.N)
	t.Squares += d * (x - t.Mean)
}

// deviation estimates the standard deviation of a sample.
func (t *Tally) deviation(scale float64) float64 {
	prior := priorDeviation * scale
	return math.Sqrt((t.Squares + priorSamples*prior*prior) / float64(max(t.N-1, 0)+priorSamples))
}

// err returns half the width of the 95 % interval for the mean.
func (t *Tally) err(scale float64) float64 {
	free := max(t.N-1, 0) + priorSamples
	return student(free) * t.deviation(scale) / math.Sqrt(float64(t.N))
}

// student returns the 97.5 % quantile of Student's distribution (Abramowitz and
// Stegun, 26.7.5; within 0.5 % from 4 degrees of freedom on).
func student(free int) float64 {
	const z = 1.959964
	const z3, z5, z7 = z * z * z, z * z * z * z * z, z * z * z * z * z * z * z
	n := float64(free)
	return z + (z3+z)/(4*n) + (5*z5+16*z3+3*z)/(96*n*n) + (3*z7+19*z5+17*z3-15*z)/(384*n*n*n)
}
