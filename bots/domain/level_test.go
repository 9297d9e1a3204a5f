package domain

import (
	"fmt"
	"testing"

	"arbiter/bots/option"
	rules "arbiter/referee/games/domain"
)

// levelled is the boss at a level.
func levelled(n int) player {
	return func(seed int64) func(s *rules.State) rules.Action {
		p := NewPolicy(0, seed, DefaultParameters())
		p.SetLevel(n, seed)
		return p.think
	}
}

// "Each level is stronger than the one below": levels that are three apart
// win more than they lose.
func TestLevelsGoUp(t *testing.T) {
	for _, n := range []int{4, 7, 10} {
		games, _ := playPairs(levelled(n), levelled(n-3), 0, 10, 0)
		if games.Wins <= games.Losses {
			t.Errorf("level %d against level %d: %+v", n, n-3, games)
		}
	}
}

// BenchmarkLevels tells the Elo of every level above the one below it, from
// 1000 seeds on both seats: see report. It repeats exactly:
//
//	go test ./bots/domain -run '^$' -bench Levels -benchtime 1x
func BenchmarkLevels(b *testing.B) {
	for n := 2; n <= option.Levels; n++ {
		b.Run(fmt.Sprintf("level=%d", n), func(b *testing.B) {
			for b.Loop() {
				report(b, levelled(n), levelled(n-1), 1000, 0)
			}
		})
	}
}

// BenchmarkCurve tells how strength grows with nodes: the Elo of each budget
// against four times fewer nodes, from 100 seeds on both seats.
//
//	go test ./bots/domain -run '^$' -bench Curve -benchtime 1x
func BenchmarkCurve(b *testing.B) {
	for nodes := 1000; nodes <= 64_000; nodes *= 4 {
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) {
			for b.Loop() {
				report(b, boss(nodes), boss(nodes/4), 100, 0)
			}
		})
	}
}
