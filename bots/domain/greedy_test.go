package domain

import (
	"testing"

	rules "arbiter/referee/games/domain"
)

// "It plays a start always alike, and its draws in one start say nothing of those in
// another": of equally good actions the same one by the same seed at the same start, and
// not always one at the same place in the list.
func TestGreedyByStart(t *testing.T) {
	first := func(seed int64, s rules.State) rules.Action { return greedyByStart(seed)(&s) }
	same := map[bool]int{}
	for a := range rules.Cell(8) {
		for b := rules.Cell(40); b < 48; b++ {
			s := rules.NewState(a, b, 0)
			once, again := first(5, s), first(5, s)
			if once != again {
				t.Errorf("one seed answers %v, then %v at %d, %d", once, again, a, b)
			}
			same[once == greedy(5)(&s)]++
		}
	}
	if same[false] < 10 {
		t.Errorf("%v; want other draws than those of the seed alone", same)
	}
}
