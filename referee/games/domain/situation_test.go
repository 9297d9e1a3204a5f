package domain

import (
	"slices"
	"testing"
)

// "Situations returns the kinds that the position in front of the next turn is of."
func TestSituations(t *testing.T) {
	start := Start()
	if got := start.situations(0); got != nil {
		t.Errorf("at the start: %q; want none", got)
	}
	corner := NewState(At(0, 0), At(3, 3), 0)
	corner.Build(At(0, 0), Right)
	want := []string{"a wall away from the end", "behind in territory"}
	if got := corner.situations(0); !slices.Equal(got, want) {
		t.Errorf("in a corner with one way out: %q; want %q", got, want)
	}
}
