package analysis

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// "A mark only where the difference is larger than its error."
func TestMarkOf(t *testing.T) {
	for _, tt := range []struct {
		name               string
		regret, err, value float64
		want               Mark // "" for none
	}{
		{"known to be small", 0.01, 0.02, 0.5, Fine},
		{"may be an inaccuracy", 0.04, 0.03, 0.5, ""},
		{"an inaccuracy", 0.06, 0.05, 0.5, Inaccuracy},
		{"a mistake", 0.15, 0.1, 0.5, Mistake},
		{"not larger than its error", 0.5, 0.5, 0.9, ""},
		{"a blunder", 0.3, 0.1, 0.5, Blunder},
		{"a win that is missed", 0.3, 0.1, 0.95, MissedWin},
		{"a solo game has no wins", 3, 0.1, 0, Blunder},
		{"better than the judge", -0.3, 0.1, 0.5, Fine},
	} {
		got := Mark("")
		if m := markOf(tt.regret, tt.err, tt.value); m != nil {
			got = *m
		}
		if got != tt.want {
			t.Errorf("%s: %q; want %q", tt.name, got, tt.want)
		}
	}
}

// "Among those that have no mark", of answers that seem to "cost more than its error".
func TestSuspect(t *testing.T) {
	mistaken := Mistake
	turn := func(n int, regret, err float64, m *Mark) Turn {
		return Turn{Turn: n, Regret: &regret, RegretError: &err, Mark: m}
	}
	r := Analysis{Turns: []Turn{{Turn: 1}, turn(2, 0.3, 0.1, &mistaken), turn(3, 0.05, 0.02, nil), turn(4, 0.09, 0.08, nil), turn(5, 0.2, 0.4, nil)}}
	if s := r.Suspect(); s == nil || s.Turn != 4 {
		t.Errorf("suspect %v; want turn 4", s)
	}
	r.Turns = r.Turns[:2]
	if s := r.Suspect(); s != nil {
		t.Errorf("suspect %v; want none", s)
	}
}

// The first n of coarseFirst are spread: no gap between them is much larger than
// with equal ones.
func TestCoarseFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 300).Draw(t, "size")
		order := coarseFirst(size)
		n := rapid.IntRange(1, size).Draw(t, "n")
		taken := slices.Sorted(slices.Values(order[:n]))
		for i, at := range append(taken[1:], size) {
			if gap := at - taken[i]; gap > 4*(size/n+1) {
				t.Fatalf("gap of %d among the first %d of %d", gap, n, size)
			}
		}
		slices.Sort(order)
		for i, at := range order {
			if i != at {
				t.Fatalf("%v is no permutation", order)
			}
		}
	})
}

// Student's quantiles, as in printed tables.
func TestStudent(t *testing.T) {
	for free, want := range map[int]float64{4: 2.776, 10: 2.228, 30: 2.042, 1000: 1.962} {
		if got := student(free); math.Abs(got-want) > 0.005*want {
			t.Errorf("%d degrees of freedom: %.3f; want %.3f", free, got, want)
		}
	}
}
