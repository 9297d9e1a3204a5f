package keeper

import (
	"testing"

	rules "arbiter/referee/games/keeper"
)

// "An action is worth less each time that it is taken in the same position": it counts
// there, and nowhere else, until there is news.
func TestTries(t *testing.T) {
	wait, step := rules.MoveTo(5), rules.MoveTo(6)
	var tries tries
	tries.here = 1
	tries.add(wait)
	tries.add(wait)
	tries.add(step)
	if n := tries.of(wait); n != 2 {
		t.Errorf("waited %d times; want 2", n)
	}
	if tries.here = 2; tries.of(wait) != 0 {
		t.Error("what was tried elsewhere counts")
	}
	tries.here = 1
	if tries.clear(); tries.of(wait) != 0 {
		t.Error("what was tried before there was news counts")
	}
	for range 2 * rules.TurnLimit {
		tries.add(wait)
	}
	if n := tries.of(wait); n != rules.TurnLimit {
		t.Errorf("%d tries are remembered; want those of a match, %d", n, rules.TurnLimit)
	}
}

// "What the hero waits for may never come": in this maze an older boss, which knew the
// exit and had 18 of 20 health, stood on one cell for 80 turns, since it imagined a
// vampire to move that never did.
func TestNobodyWaitsForEver(t *testing.T) {
	s := playOut(750_912, NewPolicy(5000, DefaultParameters()).think)
	if s.End != rules.Won {
		t.Errorf("ends with %v after turn %d; want the exit", s.End, s.Turn)
	}
}

// A player who is told what to do has tried that, and not what he would have chosen.
func TestToldIsTried(t *testing.T) {
	s := rules.Deal(1)
	visible := s.Visible(nil)
	chooser, told := NewPolicy(500, DefaultParameters()), NewPolicy(500, DefaultParameters())
	chosen := chooser.think(s.Hero, visible)
	wait := rules.MoveTo(s.Hero.Cell)
	told.Observe(s.Hero, visible)
	told.Played(wait)
	if chosen == wait {
		t.Fatal("the boss waits; this test wants a position in which it does not")
	}
	if n, other := told.plan.tries.of(wait), told.plan.tries.of(chosen); n != 1 || other != 0 {
		t.Errorf("tried what was told %d times, what it would choose %d times; want 1, 0", n, other)
	}
}
