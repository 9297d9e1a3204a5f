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
	}
}

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
