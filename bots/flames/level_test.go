package flames

import (
	"testing"

	"arbiter/bots/option"
)

// "Each level is stronger than the one below": over a few seeds, levels that
// are three apart score in order.
func TestLevelsGoUp(t *testing.T) {
	const seeds = 20
	last := -1.0
	for _, n := range []int{1, 4, 7, 10} {
		s := strength(seeds, 1, levelled(n))
		if s.mean <= last {
			t.Errorf("level %d: mean %.1f HP; want more than the %.1f of the level before", n, s.mean, last)
		}
		last = s.mean
	}
}

// BenchmarkLevels tells the mean HP of every level on the 300 seeds from
// 330 001 on, on which no level was chosen. It repeats exactly:
//
//	go test ./bots/flames -run '^$' -bench Levels -benchtime 1x
func BenchmarkLevels(b *testing.B) {
	for n := 1; n <= option.Levels; n++ {
		b.Run(levelName(n), func(b *testing.B) {
			for b.Loop() {
				strength(300, 330_001, levelled(n)).report(b)
			}
		})
	}
}
