package ctf

import (
	"fmt"
	"testing"

	rules "arbiter/referee/games/ctf"
	"arbiter/server/rating"
)

func levelPlayer(level int) player {
	return func(m *rules.Map, seed int64) *Policy {
		p := NewPolicy(m, 0, seed, DefaultParameters())
		p.SetLevel(level, seed)
		return p
	}
}

// "Each level is stronger than the one below": over a few seeds, levels that
// are three apart win in order.
func TestLevelsGoUp(t *testing.T) {
	for n := 4; n <= len(levels); n += 3 {
		if sum := pairs(levelPlayer(n), levelPlayer(n-3), 1, 3); sum.share() < 0.6 {
			t.Errorf("level %d has %.0f %% of the points against level %d; want 60 %%", n, 100*sum.share(), n-3)
		}
	}
}

// BenchmarkLevels plays pairs of every level against the level below, and tells
// the share of points and the Elo, with standard errors. It repeats exactly:
//
//	go test ./bots/ctf -run '^$' -bench Levels -benchtime 1x -timeout 1h -pairs 100
func BenchmarkLevels(b *testing.B) {
	for n := 2; n <= len(levels); n++ {
		b.Run(fmt.Sprintf("level=%d", n), func(b *testing.B) {
			for b.Loop() {
				sum := pairs(levelPlayer(n), levelPlayer(n-1), freshSeeds+30_000, *bossPairs)
				sum.report(b)
				b.ReportMetric(rating.EloOf(sum.share()), "Elo")
				b.ReportMetric((rating.EloOf(sum.share()+sum.err())-rating.EloOf(sum.share()-sum.err()))/2, "Elo-error")
			}
		})
	}
}
