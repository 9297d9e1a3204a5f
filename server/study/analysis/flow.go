package analysis

// flow lets proofs flow between neighbouring positions: where one seat answers at a time
// and nothing is hidden, what the next position is worth to the one seat is what the given
// answer left to the other. It is called again after each stage: a search that is made
// anew says what it found alone.
//
// This looks back, as no other judging does: what comes later in the match tells what its
// answers were worth. It tells nothing that a longer search of the position would not.
func (e *examination) flow() {
	for i := range len(e.items) - 1 {
		if it, next := e.items[i], e.items[i+1]; leadsTo(it, next) {
			onward(it.Search, next.Search)
		}
	}
	for i := len(e.items) - 2; i >= 0; i-- {
		it, next := e.items[i], e.items[i+1]
		if it.after = nil; leadsTo(it, next) && next.Search.Error == 0 {
			it.proveAfter(1-next.Search.Value, next)
		}
	}
}

// leadsTo reports whether an item's answer leads to the position of the next item, with
// the other seat to answer, and both were searched.
func leadsTo(it, next *item) bool {
	return it.Search != nil && next.Search != nil && it.alone && next.alone && len(it.others) == 2 &&
		it.result == nil && next.Turn == it.Turn+1 && next.Seat != it.Seat
}

// onward tells the next position what is proven of the answer that led to it.
func onward(it, next *Found) {
	if it.Error > 0 || it.RegretError > 0 || next.Error == 0 {
		return
	}
	next.Value, next.Error = 1-(it.Value-it.Regret), 0
	if next.Value == 0 {
		next.Regret, next.RegretError = 0, 0 // there is nothing to lose
	}
}

// proveAfter takes in what the position after the given answer is proven to be worth.
func (it *item) proveAfter(after float64, next *item) {
	it.after = &after
	s := it.Search
	switch {
	case after == 1 && s.Error > 0:
		s.Value, s.Error = 1, 0
		it.Asked, it.Best, it.Line = true, it.given, append(append([]string{}, it.given...), next.Line...)
		fallthrough
	case s.Error == 0:
		s.Regret, s.RegretError = s.Value-after, 0
	}
}

// contradictions adds to the errors of values what neighbours say otherwise. A position less
// the cost of its answer is worth what the next position is worth. If two values contradict
// that by more than their errors, their errors grow. Costs stay as they are.
func (e *examination) contradictions() {
	for i := range len(e.items) - 1 {
		it, next := e.items[i], e.items[i+1]
		v, r, n := e.value(it), e.told(it), e.value(next)
		if !leadsTo(it, next) || !v.known() || !r.known() || !n.known() {
			continue
		}
		d, known := v.mean-r.mean-(1-n.mean), r.err*r.err
		guessed := 0.0 // of the values
		for _, x := range []estimate{v, n} {
			if x.err > 0 {
				guessed++
			}
		}
		known += v.err*v.err + n.err*n.err + it.doubt + next.doubt
		if more := d*d - known; more > 0 && guessed > 0 {
			if v.err > 0 {
				it.doubt += more / guessed
			}
			if n.err > 0 {
				next.doubt += more / guessed
			}
		}
	}
}
