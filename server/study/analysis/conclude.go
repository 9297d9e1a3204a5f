package analysis

import (
	"cmp"
	"math"
	"slices"
)

// report puts together what is known.
func (e *examination) report(game, match string, seconds float64) *Analysis {
	r := &Analysis{Game: game, Match: match, Judge: e.Name, Seconds: seconds, Omniscient: e.Omniscient, Scale: e.Scale, ValuesOnly: e.ValuesOnly, Answers: len(e.items)}
	e.contradictions()
	if e.ValuesOnly {
		r.Curve, r.Costs = e.appraised()
		return r
	}
	r.Curve, r.Costs = e.curve(), e.costs()
	known := 0
	for _, it := range e.items {
		if e.told(it).known() {
			known++
		}
	}
	r.Examined = float64(known) / float64(max(1, len(e.items)))
	return r
}

// told returns what an item's answer is said to cost: nothing where no better one is
// known.
func (e *examination) told(it *item) estimate {
	if e.bestKnown(it) {
		return estimate{}
	}
	return e.cost(it)
}

// bestKnown reports whether no better answer than the given one is known: it is the
// judge's, or what a search found, if that is all there was time for.
func (e *examination) bestKnown(it *item) bool {
	return e.same(it) || it.Search != nil && it.judge.Same(it.position, it.given, it.Best)
}

// doubted reports whether a cost that is larger than its error is not known well
// enough to be told as more than unclear. Few pairs must be sure of half of what they claim:
// of five in ctf that were only sure of some cost, three did not cost others half as much.
func (e *examination) doubted(it *item, r estimate) bool {
	switch {
	case e.confirmable(it) && e.confirmed(it):
		return r.mean <= e.Least || e.decided(it) || !e.settledByPairs(it) && r.err > r.mean/2
	case e.mustBeConfirmed(it):
		return true
	case it.Search != nil:
		return e.confirmable(it) && !e.agreed(it, r.mean/2)
	}
	return it.Regrets.N < moreSamples || r.mean <= max(e.Least, luck*r.err)
}

// agreed reports whether a search, samples and quick pairs each say that an answer costs so
// much, as far as there are any. As long as pairs have not confirmed a cost, one of the three
// is not believed against another.
func (e *examination) agreed(it *item, least float64) bool {
	quick := e.mean(e.costsTo(it, quickKinds), 0)
	return it.Search.Regret >= least && it.Regrets.N > 0 && it.Regrets.Mean >= least && (!quick.known() || quick.mean >= least)
}

// costs ranks the answers of each seat that cost most, all seats together by falling cost. If
// only the values before and after answers are known, the first of these is ranked by how far
// they fall. So each fall of the curve has an answer.
func (e *examination) costs() []RankedCost {
	all := []RankedCost{} // in JSON no list is null
	if len(e.items) == 0 {
		return all
	}
	for _, items := range e.bySeat() {
		var own []RankedCost
		for i, it := range items {
			x, sure := e.told(it), Unclear
			switch {
			case x.known():
				sure = e.sureness(it, x)
			default:
				x = e.lost(items[i:])
			}
			if sure == Unclear && !e.confirmed(it) {
				x = e.believed(x) // what looks bad is also what was sampled with bad luck: see confirmedCost
			}
			if x.known() && x.mean >= leastCost*e.Scale {
				own = append(own, e.ranked(it, x, sure))
			}
		}
		byCost(own)
		all = append(all, own[:min(len(own), MostCosts)]...)
	}
	byCost(all)
	return all
}

// ranked returns a cost of an item's answer.
func (e *examination) ranked(it *item, x estimate, sure Sure) RankedCost {
	return RankedCost{Turn: it.Turn, Seat: it.Seat, Cost: x.mean, Error: x.err, Sure: sure, Answer: text(it.given), Best: text(it.Best), Line: it.Line}
}

func byCost(costs []RankedCost) {
	slices.SortStableFunc(costs, func(a, b RankedCost) int { return cmp.Compare(b.Cost, a.Cost) })
}

// lost returns the part of the first of a seat's items in how far the value falls until the
// next one with a known value: as much as each item between them has. Most of the fall is luck
// and the play of the others. So it says as little of an answer as samples may be off.
func (e *examination) lost(items []*item) estimate {
	v := e.value(items[0])
	for n := 1; n < len(items) && v.known(); n++ {
		if after := e.value(items[n]); after.known() {
			x := v.plus(estimate{-after.mean, after.err})
			return estimate{x.mean / float64(n), math.Hypot(x.err, z95*usualCost*e.Scale)}
		}
	}
	return estimate{err: math.Inf(1)}
}

// sureness says how sure the cost of an item's answer is.
func (e *examination) sureness(it *item, x estimate) Sure {
	switch {
	case x.err == 0:
		return Proven
	case x.mean-x.err < sureCost*e.Scale || e.doubted(it, x):
		return Unclear
	case it.result != nil || e.confirmable(it) && e.settledByPairs(it):
		return Confirmed
	}
	return Likely
}

// curve returns where the match stood in front of its turns, one line for all seats: between
// two seats what one of them is worth is what the other one is not. Where the seats answer in
// turn, the answer of the other seat leads to a position. The value before that answer, less
// the answer's cost, is a value of the position, too.
func (e *examination) curve() []Point {
	points := []Point{}
	var last *item
	for i := 0; i < len(e.items); {
		first := e.items[i]
		at := estimate{err: math.Inf(1)}
		for ; i < len(e.items) && e.items[i].Turn == first.Turn; i++ {
			at = both(at, e.ofFirst(e.items[i], e.valued(e.items[i])))
		}
		if last != nil && first.alone && last.Seat != first.Seat && last.Turn == first.Turn-1 && at.err > 0 {
			if v, r := e.valued(last), e.told(last); v.known() && r.known() {
				at = both(at, e.ofFirst(last, v.plus(estimate{-r.mean, r.err})))
			}
		}
		if last = nil; first.alone {
			last = first
		}
		if at.known() {
			points = append(points, Point{first.Turn, at.mean, at.err})
		}
	}
	return points
}

// ofFirst returns what the value of an item's position says of seat 0. With more than two
// seats, the position of another seat says nothing of it.
func (e *examination) ofFirst(it *item, value estimate) estimate {
	switch {
	case it.Seat == 0:
		return value
	case len(it.others) == 2:
		return estimate{1 - value.mean, value.err}
	}
	return estimate{err: math.Inf(1)}
}
