package domain

import (
	"testing"

	"pgregory.net/rapid"

	rules "arbiter/referee/games/domain"
)

// lastSides draws a position in which few sides are open: the end of a game
// in which nobody wants to build the last wall.
func lastSides(t *rapid.T, open int) *rules.State {
	cells := rapid.Permutation([]rules.Cell{8, 9, 10, 15, 16, 17, 22, 23, 24}).Draw(t, "tokens")
	p := rules.NewState(cells[0], cells[1], rapid.IntRange(0, 1).Draw(t, "mover"))
	var sides []rules.Action
	for c := range rules.Cell(rules.CellCount) {
		sides = append(sides, rules.Action{To: c, Wall: rules.Right}, rules.Action{To: c, Wall: rules.Down})
	}
	for _, side := range rapid.Permutation(sides).Draw(t, "walls") {
		next := p
		next.Build(side.To, side.Wall)
		if p.Open(rules.Right).Len()+p.Open(rules.Down).Len() > open && !next.Separated() {
			p = next
		}
	}
	return &p
}

// perfect is what a position is worth to its mover when both play perfectly and may walk
// what the referee accepts.
func perfect(p *rules.State) float64 {
	parameters := DefaultParameters()
	parameters.Path = rules.MaxPath
	return exactValue(result(&search{Parameters: parameters}, p))
}

// result is what perfect play comes to for the mover: 1, 0 or -1.
func result(s *search, p *rules.State) int {
	if p.Over {
		return min(max(s.evaluate(p), -1), 1)
	}
	best := -1
	for _, action := range p.ActionsWithin(s.steps(p), nil) {
		next := *p
		next.Step(action)
		if best = max(best, -result(s, &next)); best == 1 {
			break
		}
	}
	return best
}

// A search to the end of the game plays as well as trying everything does.
func TestSearchIsExactAtTheEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := lastSides(t, 7)
		s := newSearch(rapid.Int64().Draw(t, "seed"), DefaultParameters())
		want := result(&search{Parameters: s.Parameters, self: p.Mover}, p)
		action := s.best(p, budget{nodes: 1_000_000})
		next := *p
		next.Step(action)
		if got := -result(&search{Parameters: s.Parameters, self: p.Mover}, &next); got != want {
			t.Fatalf("%+v: %v leads to %d; perfect play to %d", p, action, got, want)
		}
	})
}

// The search leaves the garbage collector nothing to do.
func TestSearchAllocatesNothing(t *testing.T) {
	s := newSearch(1, DefaultParameters())
	p := rules.Start()
	if n := testing.AllocsPerRun(5, func() { s.best(&p, budget{nodes: 2000}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// How many positions a second of search looks at.
func BenchmarkSearch(b *testing.B) {
	s := newSearch(1, DefaultParameters())
	p := rules.Start()
	nodes := 0
	for b.Loop() {
		s.best(&p, budget{nodes: 100_000})
		nodes += s.nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
