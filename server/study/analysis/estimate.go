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
	case r.err == 0 || !it.confirmable() || !r.known() && !it.confirmed():
		return r
	case it.confirmed():
		return e.confirmedCost(it)
	case it.mustBeConfirmed():
		r.err = math.Hypot(r.err, r.mean)
	case r.mean > inaccuracy*e.Scale:
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
