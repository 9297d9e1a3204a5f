package keeper

import (
	"testing"

	rules "arbiter/referee/games/keeper"
)

// Health is worth something at any time: with less of it a hero has less to expect.
// What he may expect is between what he has and some more than the exit.
func TestProspect(t *testing.T) {
	const more = 1500 // for items and monsters
	for seed := range int64(20) {
		s := rules.Deal(seed)
		s.Turn = int(seed) * 7
		known := rules.Square(s.Hero.Cell, rules.Sight+int(seed)%rules.Width)
		before := -more * 1.0
		for health := 1; health <= rules.MaxHealth; health++ {
			s.Hero.Health = health
			p := prospect(&s, &known)
			if p <= before || p > rules.ExitScore+more {
				t.Fatalf("seed %d: with %d health %.0f; with one less %.0f", seed, health, p, before)
			}
			before = p
		}
	}
}
