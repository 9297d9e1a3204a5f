package domain

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	rules "arbiter/referee/games/domain"
)

// ample nodes are enough for a search to the end of the few positions of these tests that
// have walls left to build in several places: of 6295 with seven open sides, three were
// not proven by 200 000 nodes, and all by 1 000 000.
const ample = 4_000_000

// "exact where it proves": what is proven agrees with an exhaustive search, in which
// both players may walk what the referee accepts.
func TestProofsAgreeWithExhaustiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := lastSides(t, 7)
		want := perfect(p)
		j := &Judge{positions: []rules.State{*p}}
		found := j.Value(t.Context(), 0, nil, ample)
		if found.Error != 0 {
			t.Fatalf("%+v: not proven", p)
		}
		if found.Value != want {
			t.Fatalf("%+v: proven to be %v; exhaustive search says %v", p, found.Value, want)
		}
	})
}

// "At least 90 % of domain positions six plies from the end are proven within the
// budget": of matches of the boss, with a quarter of what an analysis spends on a
// turn at most.
func TestProvenSixPliesFromTheEnd(t *testing.T) {
	const matches, plies, nodes = 20, 6, 1_000_000
	proven := 0
	for match := range int64(matches) {
		var line []rules.State
		s := rules.Start()
		players := [2]*Policy{NewPolicy(5000, 2*match+1, DefaultParameters()), NewPolicy(5000, 2*match+2, DefaultParameters())}
		for !s.Over {
			line = append(line, s)
			s.Step(players[s.Mover].think(&s))
		}
		j := &Judge{positions: []rules.State{line[len(line)-plies]}}
		if j.Value(t.Context(), 0, nil, nodes).Error == 0 {
			proven++
		}
	}
	if 10*proven < 9*matches {
		t.Errorf("%d of %d positions are proven; want 90 %%", proven, matches)
	}
}

// The regret of an answer is the position's worth to its mover less its worth after the
// answer. Exhaustive search knows both. The regret of the best answer is 0.
func TestRegretsAgreeWithExhaustiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := lastSides(t, 6)
		actions := p.Actions(nil)
		action := actions[rapid.IntRange(0, len(actions)-1).Draw(t, "action")]
		next := *p
		next.Step(action)
		want := perfect(p) - (1 - perfect(&next))
		j := &Judge{positions: []rules.State{*p}}
		found := j.Value(t.Context(), 0, []string{action.String()}, ample)
		if found.RegretError != 0 || found.Regret != want {
			t.Fatalf("the regret of %s is %v ± %v; exhaustive search says %v", action, found.Regret, found.RegretError, want)
		}
		if again := j.Value(t.Context(), 0, found.Line[:1], ample); again.RegretError != 0 || again.Regret != 0 {
			t.Fatalf("the regret of the best answer %s is %v ± %v", found.Line[0], again.Regret, again.RegretError)
		}
	})
}

// What is no answer loses.
func TestJudgeOfFaults(t *testing.T) {
	j := &Judge{positions: []rules.State{rules.Start()}}
	for _, answer := range [][]string{{}, {"hello"}, {"6 6 U"}} {
		if f := j.Value(t.Context(), 0, answer, 1000); f.Regret != f.Value || f.RegretError != f.Error {
			t.Errorf("%q: regret %v ± %v; want all of the value, %v ± %v", answer, f.Regret, f.RegretError, f.Value, f.Error)
		}
	}
}

// "When ctx ends it returns at once": after the look at the clock that is due.
func TestSearchEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	j := &Judge{positions: []rules.State{rules.Start()}}
	const searches = 5 // of the position, of both values, and of proofs
	if nodes := j.Value(ctx, 0, []string{"6 6 R"}, 4_000_000).Nodes; nodes > searches*clockEvery {
		t.Errorf("looked at %d nodes after its context had ended", nodes)
	}
}
