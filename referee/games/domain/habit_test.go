package domain

import (
	"testing"

	"pgregory.net/rapid"
)

// late draws a position near the end of a game, where few actions are left; never one that is over.
func late(t *rapid.T) State {
	s := Start()
	for range 40 {
		all := s.Actions(nil)
		next := s
		next.Step(all[rapid.IntRange(0, len(all)-1).Draw(t, "action")])
		if next.Over {
			return s
		}
		s = next
	}
	return s
}

// "Another wall beside the same cell would have left it nearer to three cells more": the
// better answer moves to the same cell, and leaves the most cells of those that do.
func TestWidest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := late(t)
		all := s.Actions(nil)
		a := all[rapid.IntRange(0, len(all)-1).Draw(t, "answer")]
		next := s
		if next.Step(a); next.Over {
			t.Skip("it ends the game") // rapid draws another one: a habit is of answers after which the game goes on
		}
		player := int(s.Mover)
		found := s.widest(player, func(b Action) bool { return b.To == a.To })
		best, _, err := ParseAnswer(found.answer)
		if err != nil || best.To != a.To || found.lead < next.lead(player) {
			t.Fatalf("%s: found %s with a lead of %d; want the same cell and %d cells or more", a, found.answer, found.lead, next.lead(player))
		}
	})
}
