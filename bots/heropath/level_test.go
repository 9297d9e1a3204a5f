package heropath

import (
	"fmt"
	"testing"

	"arbiter/bots/option"
	rules "arbiter/referee/games/heropath"
)

// goldOf returns the gold that moves bring in a world.
func goldOf(w *rules.World, moves []rules.Action) float64 {
	s := w.Start()
	for _, a := range moves {
		s.Step(a)
	}
	return float64(s.Gold)
}

// shares returns by level the mean gold on so many seeds, in percent of what a
// search of 1000 nodes finds there.
func shares(seeds int, first int64, numbers ...int) (percent []float64) {
	percent = make([]float64, len(numbers))
	for seed := first; seed < first+int64(seeds); seed++ {
		w := rules.Deal(seed)
		start := w.Start()
		full := goldOf(w, Plan(&start, Budget{Nodes: 1000}, 1, DefaultParameters()))
		for i, n := range numbers {
			if full > 0 {
				percent[i] += 100 / float64(seeds) / full * goldOf(w, levels[n-1].plan(w, seed, DefaultParameters()))
			}
		}
	}
	return percent
}

// "Each level is stronger than the one below": over a few seeds, levels that
// are three apart score in order.
func TestLevelsGoUp(t *testing.T) {
	percent := shares(6, 1, 1, 4, 7, 10)
	for i := 1; i < len(percent); i++ {
		if percent[i] <= percent[i-1] {
			t.Errorf("levels 1, 4, 7 and 10: %.1f %%; want more from each to the next", percent)
		}
	}
}

// BenchmarkLevels reports the mean gold of every level on the 48 seeds from 340 001
// on, in percent of the gold that a search of 1000 nodes finds. No level was chosen
// on these seeds. The benchmark repeats exactly:
//
//	go test ./bots/heropath -run '^$' -bench Levels -benchtime 1x
func BenchmarkLevels(b *testing.B) {
	for b.Loop() {
		var numbers []int
		for n := 1; n <= option.Levels; n++ {
			numbers = append(numbers, n)
		}
		for i, percent := range shares(48, 340_001, numbers...) {
			b.ReportMetric(percent, fmt.Sprintf("%%level-%02d", i+1))
		}
	}
}
