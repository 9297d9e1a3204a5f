package domain

import (
	"testing"

	"pgregory.net/rapid"

	"arbiter/bots/judge"
	rules "arbiter/referee/games/domain"
)

// "A victory that the search sees, and no defeat that can be avoided", though players of
// continuations slip.
func TestBestOfContinuations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := lastSides(t, 6)
		want := perfect(p)
		j := &Judge{positions: []rules.State{*p}}
		answer, line := j.contest(0, ample)
		action, ok := parse(answer)
		if !ok || !p.Legal(action) || len(line) == 0 || line[0] != answer[0] {
			t.Fatalf("the best answer is %q, the line %q", answer, line)
		}
		next := *p
		next.Step(action)
		got := 1 - perfect(&next)
		if got < want && (got == 0 || want == 1) {
			t.Fatalf("%s is worth %v; the position %v", action, got, want)
		}
	})
}

// "The same n draws the same luck whatever the answers", what is no answer loses, and
// other draws are other continuations.
func TestContinuations(t *testing.T) {
	j := &Judge{positions: []rules.State{rules.Start()}}
	results := map[float64]bool{}
	for n := range 20 {
		result := j.Continue(0, make([][]string, 2), judge.Own, n)
		if again := j.Continue(0, make([][]string, 2), judge.Own, n); again != result {
			t.Errorf("continuation %d ends with %v, and then with %v", n, result, again)
		}
		results[result] = true
	}
	if len(results) == 1 {
		t.Errorf("20 continuations of the start end alike: %v", results)
	}
	for _, answer := range [][]string{{}, {"hello"}, {"6 6 U"}} {
		if result := j.Continue(0, [][]string{answer, nil}, judge.Own, 0); result != 0 {
			t.Errorf("%q is worth %v", answer, result)
		}
	}
}

// Players of continuations differ in strength and taste.
func TestPlayersOfContinuationsDiffer(t *testing.T) {
	kinds := map[Parameters]bool{}
	nodes := map[int]bool{}
	slips := map[bool]bool{}
	for n := range 50 {
		p := newContinuing(n, n%2)
		kinds[p.search.Parameters], nodes[p.nodes] = true, true
		for range 200 {
			slips[p.slips.Due()] = true
		}
	}
	if len(kinds) < 4 || len(nodes) < 2 || len(slips) < 2 {
		t.Errorf("%d kinds of parameters, %v nodes, slips %v", len(kinds), nodes, slips)
	}
}
