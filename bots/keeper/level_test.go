package keeper

import (
	"fmt"
	"testing"

	"arbiter/bots/option"
)

// levelScore returns the mean score of a level on so many seeds.
func levelScore(level, seeds int, first int64) float64 {
	score := 0
	for seed := first; seed < first+int64(seeds); seed++ {
		p := NewPolicy(0, DefaultParameters())
		p.SetLevel(level, seed)
		s := playOut(seed, p.think)
		score += s.Hero.Score
	}
	return float64(score) / float64(seeds)
}

// "Each level is stronger than the one below": over a few seeds, levels that
// are three apart score in order.
func TestLevelsGoUp(t *testing.T) {
	last := -10000.0
	for _, n := range []int{1, 4, 7, 10} {
		mean := levelScore(n, 20, 1)
		if mean <= last {
			t.Errorf("level %d: mean score %.0f; want more than the %.0f of the level before", n, mean, last)
		}
		last = mean
	}
}

// BenchmarkLevels tells the mean score of every level on the 300 seeds from
// 420 001 on, on which no level was chosen. It repeats exactly:
//
//	go test ./bots/keeper -run '^$' -bench Levels -benchtime 1x -timeout 1h
func BenchmarkLevels(b *testing.B) {
	for n := 1; n <= option.Levels; n++ {
		b.Run(fmt.Sprintf("level=%d", n), func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(levelScore(n, 300, 420_001), "score")
			}
		})
	}
}
