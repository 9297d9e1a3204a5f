package analysis

// report puts together what is known.
func (e *examination) report(game, match string, seconds float64) *Analysis {
	r := &Analysis{Game: game, Match: match, Judge: e.Name, Seconds: seconds, Omniscient: e.Omniscient, Scale: e.Scale, Turns: []Turn{}}
	e.contradictions()
	for _, it := range e.items {
		t := Turn{Turn: it.Turn, Seat: it.Seat, Answer: text(it.given), Best: text(it.Best), Line: it.Line}
		if _, ok := it.judge.(Appraiser); !ok {
			e.examined(&t, it)
		}
		r.Turns = append(r.Turns, t)
	}
	r.Examined = r.examined()
	if len(e.items) > 0 {
		if _, ok := e.items[0].judge.(Appraiser); ok {
			e.appraised(r)
			return r
		}
	}
	r.Curve, r.Costs = e.curve(), e.costs()
	return r
}

// examined fills in what searches and samples say.
func (e *examination) examined(t *Turn, it *item) {
	v, r := e.valued(it), e.told(it)
	if v.known() {
		t.Value, t.Error = number(v.mean), number(v.err)
	}
	if it.Search != nil && v.err == 0 {
		t.Proof = it.Search.Nodes
	}
	switch {
	case r == estimate{}:
		t.Regret, t.RegretError, t.Mark = number(0), number(0), mark(Best)
	case r.known():
		t.Regret, t.RegretError = number(r.mean), number(r.err)
		if r.err > 0 && it.confirmable() && it.confirmed() {
			t.Pairs = it.played(usualKinds) + it.played(lastKinds)
		}
		t.Mark = markOf(r.mean/e.Scale, r.err/e.Scale, e.between(it, v.mean))
		if t.Mark != nil && t.Mark.Costly() && e.doubted(it, r) {
			t.Mark = nil
		}
	}
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

// doubted reports whether a regret that is larger than its error is not known well
// enough for a bad mark.
func (e *examination) doubted(it *item, r estimate) bool {
	switch {
	case r.err == 0:
		return false
	case it.confirmable() && it.confirmed():
		return !e.markable(it) || r.mean <= e.Least || it.decided()
	case it.mustBeConfirmed():
		return true
	case it.Search != nil:
		return it.confirmable() && !e.agreed(it, r.mean/2)
	}
	return it.Regrets.N < moreSamples || r.mean <= max(e.Least, luck*r.err)
}

// agreed reports whether a search, samples and quick pairs each say that an answer costs so
// much, as far as there are any. As long as pairs have not confirmed a cost, one of the three
// is not believed against another.
func (e *examination) agreed(it *item, least float64) bool {
	quick := e.mean(it.costs(quickKinds), 0)
	return it.Search.Regret >= least && it.Regrets.N > 0 && it.Regrets.Mean >= least && (!quick.known() || quick.mean >= least)
}

// luck is how many times its error a sampled regret must be for a bad mark. Of a
// match's hundred answers that cost nothing, two or three look bad at 95 %, and they
// would be the ones that a report names; at half as much again it is one in six
// matches. It is not asked of fewer than moreSamples, which look so far more often.
const luck = 1.5

// between returns a value between seats, and 0 in a solo game.
func (e *examination) between(it *item, value float64) float64 {
	if len(it.others) == 1 {
		return 0
	}
	return value
}

func number(x float64) *float64 { return &x }

func mark(m Mark) *Mark { return &m }
