package analysis

// report puts together what is known.
func (e *examination) report(game, match string, seconds float64) *Report {
	r := &Report{Game: game, Match: match, Judge: e.Name, Seconds: seconds, Omniscient: e.Omniscient, Scale: e.Scale, Turns: []Turn{}}
	for _, it := range e.items {
		t := Turn{Turn: it.Turn, Seat: it.Seat, Answer: text(it.given), Best: text(it.Best), Line: it.Line}
		switch it.judge.(type) {
		case Searcher:
			if it.Search != nil {
				e.searched(&t, it)
			}
		case Sampler:
			e.sampled(&t, it)
		}
		r.Turns = append(r.Turns, t)
	}
	r.rank()
	if len(e.items) > 0 {
		if _, ok := e.items[0].judge.(Appraiser); ok {
			e.appraised(r)
		}
	}
	return r
}

// sampled fills in what samples say.
func (e *examination) sampled(t *Turn, it *item) {
	if it.Values.N > 0 {
		t.Value, t.Error = number(it.Values.Mean), number(it.Values.err(e.Scale))
	}
	switch {
	case e.same(it):
		t.Regret, t.RegretError, t.Mark = number(0), number(0), mark(Best)
	case it.Regrets.N > 0:
		t.Regret, t.RegretError = number(it.Regrets.Mean), number(it.Regrets.err(e.Scale))
		t.Mark = markOf(*t.Regret/e.Scale, *t.RegretError/e.Scale, e.between(it, it.Values.Mean))
		if t.Mark != nil && t.Mark.Costly() && *t.Regret <= luck**t.RegretError {
			t.Mark = nil
		}
	}
}

// luck is how many times its error a sampled regret must be for a bad mark. Of a
// match's hundred answers that cost nothing, two or three look bad at 95 %, and they
// would be the ones that a report names; at half as much again it is one in six
// matches.
const luck = 1.5

// searched fills in what a search says.
func (e *examination) searched(t *Turn, it *item) {
	f := it.Search
	t.Value, t.Error = number(f.Value), number(f.Error)
	if f.Error == 0 {
		t.Proof = f.Nodes
	}
	t.Regret, t.RegretError = number(f.Regret), number(f.RegretError)
	if e.same(it) || f.Regret == 0 && f.RegretError == 0 {
		t.Mark = mark(Best)
		return
	}
	t.Mark = markOf(f.Regret, f.RegretError, e.between(it, f.Value))
}

// between returns a value between seats, and 0 in a solo game.
func (e *examination) between(it *item, value float64) float64 {
	if len(it.others) == 1 {
		return 0
	}
	return value
}

func number(x float64) *float64 { return &x }

func mark(m Mark) *Mark { return &m }
