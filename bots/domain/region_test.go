package domain

import (
	"testing"

	"pgregory.net/rapid"

	rules "arbiter/referee/games/domain"
)

// The border of a region is what joins it with the rest: with it closed, no
// cell of the region is reached from outside.
func TestBorderClosesTheRegion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		near := p.Nearer()
		sides, count := joint(p, near)
		closed := *p
		for _, c := range []struct {
			cells rules.Cells
			side  rules.Direction
		}{{sides.right, rules.Right}, {sides.down, rules.Down}} {
			for at := range c.cells.All() {
				a := rules.Action{To: at, Wall: c.side}
				if other, ok := at.Beside(c.side); !ok || !sides.has(a) || !sides.has(rules.Action{To: other, Wall: c.side ^ 1}) {
					t.Fatalf("%+v: %v is no side of the border, from both sides", p, a)
				}
				closed.Build(at, c.side)
			}
		}
		if sides.right.Len()+sides.down.Len() != count {
			t.Fatalf("%+v: %d sides counted of %+v", p, count, sides)
		}
		if !closed.Separated() {
			t.Fatalf("%+v: still joined with %+v closed", p, sides)
		}
	})
}

// "Positions that one or two open sides still join are searched as regions":
// the opponent's answer is seen at no depth at all when it closes a region.
func TestRegionsAreSearchedToTheirEnd(t *testing.T) {
	// The token of player 1 is in its corner; player 0 can close the one way out.
	p := position(rules.At(6, 4), rules.At(6, 6), rules.Action{To: rules.At(6, 6), Wall: rules.Left})
	s := newSearch(1, DefaultParameters())
	s.self, s.budget = p.Mover, budget{nodes: 1000}
	if got := s.region(p, 0, -infinite, infinite); got < decided {
		t.Errorf("the position is worth %d to its mover; want a victory", got)
	}
	s.Joint = 0
	if got := s.region(p, 0, -infinite, infinite); got >= decided {
		t.Errorf("without regions it is worth %d; want a guess", got)
	}
}
