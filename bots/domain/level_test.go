package domain

import (
	"fmt"
	"testing"

	"arbiter/bots/option"
)

// levelled is the boss at a level.
func levelled(n int) contender { return contender{bot: Boss, more: fmt.Sprint("level=", n)} }

// "Each level is stronger than the one below": levels that are three apart
// win more than they lose.
func TestLevelsGoUp(t *testing.T) {
	for _, n := range []int{4, 7, 10} {
		won, _, lost := playPairs(t, levelled(n), levelled(n-3), 0, 10)
		if won <= lost {
			t.Errorf("level %d against level %d: won %d, lost %d of 20", n, n-3, won, lost)
		}
	}
}

// BenchmarkLevels tells the Elo of every level above the one below it, from
// 100 seeds on both seats: see report. It repeats exactly:
//
//	go test ./bots/domain -run '^$' -bench Levels -benchtime 1x
func BenchmarkLevels(b *testing.B) {
	for n := 2; n <= option.Levels; n++ {
		b.Run(fmt.Sprintf("level=%d", n), func(b *testing.B) {
			for b.Loop() {
				report(b, levelled(n), levelled(n-1))
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
				report(b, contender{bot: Boss, nodes: fmt.Sprint(nodes)}, contender{bot: Boss, nodes: fmt.Sprint(nodes / 4)})
			}
		})
	}
}
