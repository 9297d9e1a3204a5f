package keeper

import (
	"fmt"
	"math"
	"testing"

	"arbiter/bots/option"
)

// levelScore returns the mean score of a level on so many seeds, and its standard error.
func levelScore(level, seeds int, first int64) (mean, err float64) {
	sum, squares := 0.0, 0.0
	for seed := first; seed < first+int64(seeds); seed++ {
		p := NewPolicy(0, DefaultParameters())
		p.SetLevel(level, seed)
		score := float64(playOut(seed, p.think).Hero.Score)
		sum += score
		squares += score * score
	}
	n := float64(seeds)
	mean = sum / n
	return mean, math.Sqrt((squares/n - mean*mean) / n)
}

// "Each level is stronger than the one below": over a few seeds, levels that
// are three apart score in order.
func TestLevelsGoUp(t *testing.T) {
	last := -10000.0
	for _, n := range []int{1, 4, 7, 10} {
		mean, _ := levelScore(n, 20, 1)
		if mean <= last {
			t.Errorf("level %d: mean score %.0f; want more than the %.0f of the level before", n, mean, last)
		}
		last = mean
	}
}

// BenchmarkLevels reports the mean score of every level and its standard error, on the
// 1,000 seeds from 420 001 on. No level was chosen on these seeds. Whether the exit is
// found decides a match, so the mean of a few hundred seeds is known to no better than
// 300. The benchmark repeats exactly:
//
//	go test ./bots/keeper -run '^$' -bench Levels -benchtime 1x -timeout 1h
func BenchmarkLevels(b *testing.B) {
	for n := 1; n <= option.Levels; n++ {
		b.Run(fmt.Sprintf("level=%d", n), func(b *testing.B) {
			for b.Loop() {
				mean, err := levelScore(n, 1000, 420_001)
				b.ReportMetric(mean, "score")
				b.ReportMetric(err, "error")
			}
		})
	}
}
