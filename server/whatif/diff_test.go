package whatif

import (
	"slices"
	"testing"
)

// "Most costly first, then by turn, then those after a first change", which are
// never ranked.
func TestRank(t *testing.T) {
	cost := func(regret float64) *Cost { return &Cost{Regret: regret} }
	changes := []Change{
		{Match: "a", Turn: 9}, {Match: "a", Turn: 10, After: true}, {Match: "a", Turn: 3, After: true},
		{Match: "b", Turn: 4, Cost: cost(0.1)}, {Match: "c", Turn: 2}, {Match: "d", Turn: 7, Cost: cost(0.5)}, {Match: "e", Turn: 2},
	}
	rank(changes)
	var got []string
	for _, c := range changes {
		got = append(got, c.Match)
	}
	if want := []string{"d", "b", "c", "e", "a", "a", "a"}; !slices.Equal(got, want) || changes[4].Turn != 9 || changes[5].Turn != 10 {
		t.Errorf("ranked %v; want %v, and those after a first change as they came", got, want)
	}
}
