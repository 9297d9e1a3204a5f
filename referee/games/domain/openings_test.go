package domain

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbiter/referee"
)

// "The 2352 placements of the two tokens are 315 up to symmetry."
func TestOpeningsAreAllPlacementsUpToSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		reached := map[opening]int{}
		names := map[string]bool{}
		openings := Game{}.Openings(rapid.Int64().Draw(t, "seed"))
		for _, o := range openings {
			names[o.Name] = true
			start, err := startOf(referee.Setup{Position: o.Position})
			if err != nil {
				t.Fatalf("%s: %v", o.Name, err)
			}
			images := map[opening]bool{}
			for symmetry := range 8 {
				images[opening(start.state.Tokens).turned(symmetry)] = true
			}
			for image := range images {
				reached[image]++
			}
		}
		if len(openings) != 315 || len(names) != 315 || len(reached) != 2352 {
			t.Fatalf("%d openings of %d names reach %d placements; want 315 of 315 and 2352", len(openings), len(names), len(reached))
		}
		for o, n := range reached {
			if n != 1 {
				t.Fatalf("placement %v is reached from %d openings; want one", o, n)
			}
		}
	})
}

// "The statement's own start is among them", as the statement has it.
func TestOfficialOpening(t *testing.T) {
	openings := Game{}.Openings(7)
	i := slices.IndexFunc(openings, func(o referee.Opening) bool { return o.Name == referee.OfficialOpening })
	if i < 0 {
		t.Fatal("no official start")
	}
	start, err := startOf(referee.Setup{Position: openings[i].Position})
	if err != nil || start.state != Start() {
		t.Errorf("tokens %v, %v; want the official start", start.state.Tokens, err)
	}
}

// "The seed decides the order and how each is turned; the same seed gives the
// same list."
func TestOpeningsAreSeeded(t *testing.T) {
	text := func(seed int64) string { return fmt.Sprintf("%s", Game{}.Openings(seed)) }
	first, again := text(1), text(1)
	if first != again {
		t.Error("two lists of one seed")
	}
	if first == text(2) {
		t.Error("one list of two seeds")
	}
}

var _ referee.Opener = Game{}
