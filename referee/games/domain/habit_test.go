package domain

import (
	"testing"

	"pgregory.net/rapid"
)

// "Another one would have kept it off for two turns": a search by another rule, which knows
// only who wins within so many turns, finds such an action in the same positions.
func TestHolding(t *testing.T) {
	held, lost := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := late(t)
		found := s.holding(2) != nil
		if want := !winsWithin(s, 1-int(s.Mover), 4); found != want {
			t.Fatalf("an action holds: %v; want %v in %+v", found, want, s)
		}
		if found {
			held++
		} else {
			lost++
		}
	})
	if held == 0 || lost == 0 {
		t.Errorf("%d positions can be held and %d not; want some of both", held, lost)
	}
}

// winsWithin reports whether a player can win within so many actions of both.
func winsWithin(s State, player, actions int) bool {
	if s.Over || actions == 0 {
		return s.won(player)
	}
	own := int(s.Mover) == player
	for _, a := range s.Actions(nil) {
		next := s
		next.Step(a)
		if winsWithin(next, player, actions-1) == own {
			return own
		}
	}
	return !own
}

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
