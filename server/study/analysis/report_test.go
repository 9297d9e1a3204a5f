package analysis

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbiter/bots/judge"
)

// "It cost more than its error": an answer is likely only if its cost less its error is known to
// be a twentieth of a match.
func TestSureness(t *testing.T) {
	e := &examination{Judging: judge.Judging{Scale: 1}}
	for _, tt := range []struct {
		name        string
		regret, err float64
		want        Sure
	}{
		{"small", 0.04, 0.03, Unclear},
		{"hardly larger than its error", 0.06, 0.05, Unclear},
		{"larger", 0.06, 0.005, Likely},
		{"not larger than its error", 0.5, 0.5, Unclear},
		{"larger by less than luck", 0.3, 0.22, Unclear},
		{"without an error", 0.06, 0, Proven},
	} {
		it := &item{Note: Note{Regrets: Tally{N: moreSamples}}}
		if got := e.sureness(it, estimate{tt.regret, tt.err}); got != tt.want {
			t.Errorf("%s: %q; want %q", tt.name, got, tt.want)
		}
	}
}

// "What pairs did not get to is likely only where a search, samples and quick pairs each say
// half of the cost": no one of them is believed against another.
func TestUnconfirmedCostsNeedAgreement(t *testing.T) {
	tally := func(n int, mean float64) Tally { return Tally{N: n, Mean: mean} }
	e := &examination{Judging: judge.Judging{Scale: 1, Kinds: []judge.Kind{{Quick: true}, {}}}}
	for _, tt := range []struct {
		name    string
		search  float64
		samples Tally
		quick   Tally
		doubted bool
	}{
		{"all say so", 0.9, tally(4, 1), tally(24, 0.8), false},
		{"no quick pairs", 0.9, tally(4, 1), Tally{}, false},
		{"the search alone", 0.9, Tally{}, Tally{}, true},
		{"samples say otherwise", 0.9, tally(2, 0), tally(24, 0.8), true},
		{"the search says otherwise", 0.1, tally(4, 1), tally(24, 0.8), true},
		{"quick pairs say otherwise", 0.9, tally(4, 1), tally(24, 0), true},
	} {
		it := &item{Note: Note{Search: &Found{Regret: tt.search, RegretError: 0.1}, Regrets: tt.samples}}
		if tt.quick.N > 0 {
			it.Pairs = []Pairs{{Cost: tt.quick}, {}}
		}
		if got := e.doubted(it, estimate{0.8, 0.4}); got != tt.doubted {
			t.Errorf("%s: doubted %t; want %t", tt.name, got, tt.doubted)
		}
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
