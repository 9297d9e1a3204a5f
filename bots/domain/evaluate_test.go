package domain

import (
	"testing"

	"pgregory.net/rapid"

	rules "arbiter/referee/games/domain"
)

// A victory is worth more the sooner it comes, a defeat less; guesses are
// between them, and what is good for one player is bad for the other.
func TestEvaluate(t *testing.T) {
	parameters := DefaultParameters()
	evaluate := parameters.evaluate
	start := rules.Start()
	if got := evaluate(&start); got != 0 {
		t.Errorf("the start is worth %d to its mover; want 0, it is symmetrical", got)
	}
	shut := func(more ...rules.Action) *rules.State { // player 1 in its corner
		walls := append(more, rules.Action{To: rules.At(6, 6), Wall: rules.Left}, rules.Action{To: rules.At(6, 6), Wall: rules.Up})
		p := position(rules.At(3, 3), rules.At(6, 6), walls...)
		p.Over = p.Separated()
		return p
	}
	soon, later := shut(), shut(rules.Action{To: rules.At(2, 2), Wall: rules.Up})
	if a, b := evaluate(soon), evaluate(later); a != won-2 || b != won-3 || b < decided {
		t.Errorf("victories with 2 and 3 walls are worth %d and %d; want %d and %d, both at least %d", a, b, won-2, won-3, decided)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		turned := *p
		turned.Mover ^= 1
		if a, b := evaluate(p), evaluate(&turned); a != -b || max(a, b) >= decided {
			t.Fatalf("%+v is worth %d and %d to the players", p, a, b)
		}
	})
}
