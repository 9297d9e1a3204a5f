package domain

import (
	"testing"

	rules "arbiter/referee/games/domain"
	"arbiter/referee/rng"
)

// Positions of a game have keys of their own, and entries that are found again.
func TestTable(t *testing.T) {
	entries := make(table, tableSize)
	positions := map[uint64]rules.State{}
	r := rng.NewSplitMix64(1)
	for range 100 {
		for p := rules.Start(); !p.Over; p.Step(p.RandomAction(&r)) {
			key := keyOf(&p)
			if other, ok := positions[key]; ok && other != p {
				t.Fatalf("%+v and %+v have the same key", p, other)
			}
			positions[key] = p
			*entries.at(key) = entry{key: key, depth: 3, score: 7, bound: atLeast}
			for _, tt := range []struct {
				depth, high int
				want        bool
			}{{3, 7, true}, {4, 7, false}, {3, 8, false}} {
				if got := entries.at(key).answers(key, tt.depth, -infinite, tt.high); got != tt.want {
					t.Errorf("at least 7 at depth 3 answers depth %d below %d: %v", tt.depth, tt.high, got)
				}
			}
		}
	}
}
