package flames

import (
	"fmt"
	"net/url"
	"testing"

	"arbiter/referee"
)

// The strength of the bots: HP is the mean score of the seeds 1 to 30, won the
// matches with a victory.
func BenchmarkStrength(b *testing.B) {
	for _, bb := range []struct {
		name    string
		bot     bot
		options url.Values
	}{
		{"random", Random, nil},
		{"greedy", Greedy, nil},
		{"boss/nodes=2000", Boss, nodes(2000)},
		{"boss/nodes=8000", Boss, nodes(8000)},
		{"boss/nodes=50000", Boss, nodes(50_000)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				hp, won := strength(b, bb.bot, bb.options, 30)
				b.ReportMetric(float64(hp)/30, "HP")
				b.ReportMetric(float64(won), "won")
			}
		})
	}
}

// strength plays the seeds from 1 to last, and returns the sum of the scores
// and the number of victories.
func strength(tb testing.TB, b bot, options url.Values, last int) (hp int64, won int) {
	for seed := 1; seed <= last; seed++ {
		result, _ := playMatch(tb, referee.Setup{Seed: int64(seed)}, start(b, options))
		hp += result.Scores[0]
		if result.Reason == "victory" {
			won++
		}
	}
	return hp, won
}

func nodes(n int) url.Values { return url.Values{"nodes": {fmt.Sprint(n)}} }
