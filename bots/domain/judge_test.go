package domain

import (
	"testing"

	"pgregory.net/rapid"

	rules "arbiter/referee/games/domain"
)

// "exact where it proves": what is proven agrees with an exhaustive search, in which
// both players may walk what the referee accepts.
func TestProofsAgreeWithExhaustiveSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := lastSides(t, 7)
		parameters := DefaultParameters()
		parameters.Path = rules.MaxPath
		want := result(&search{Parameters: parameters}, p)
		f := prove(p, 200_000)
		if f.error != 0 {
			t.Fatalf("%+v: not proven", p)
		}
		if f.value != exactValue(want) {
			t.Fatalf("%+v: proven to be %v; exhaustive search says %v", p, f.value, exactValue(want))
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
		if f := prove(&line[len(line)-plies], nodes); f.error == 0 {
			proven++
		}
	}
	if 10*proven < 9*matches {
		t.Errorf("%d of %d positions are proven; want 90 %%", proven, matches)
	}
}

// The judge of one seat values its positions as the other way round for the other:
// the best answer leads to what the position is worth.
func TestBestAnswerKeepsTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := &Judge{positions: []rules.State{*lastSides(t, 6)}}
		value, _, line, _ := j.Search(0, nil, 200_000)
		after, err, _, _ := j.Search(0, line[:1], 200_000)
		if err != 0 || after != value {
			t.Fatalf("the position is worth %v; after %s %v ± %v", value, line[0], after, err)
		}
	})
}

// What is no answer loses.
func TestJudgeOfFaults(t *testing.T) {
	j := &Judge{positions: []rules.State{rules.Start()}}
	for _, answer := range [][]string{{}, {"hello"}, {"6 6 U"}} {
		if value, err, _, _ := j.Search(0, answer, 1000); value != 0 || err != 0 {
			t.Errorf("%q: %v ± %v; want 0", answer, value, err)
		}
	}
}
