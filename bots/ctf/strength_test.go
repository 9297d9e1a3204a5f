package ctf

import (
	"fmt"
	"io"
	"net/url"
	"testing"

	"arbiter/referee"
)

// with returns the bot that always has the options.
func with(b bot, options url.Values) bot {
	return func(in io.Reader, out io.Writer, _ url.Values) error { return b(in, out, options) }
}

func boss(nodes int) bot { return with(Boss, url.Values{"nodes": {fmt.Sprint(nodes)}}) }

// A tally counts pairs of matches: a seed played once in either seat. A pair
// is won by more than one of its two points.
type tally struct {
	won, drawn, lost int
	points           float64 // a point for a match that is won, a half for a draw
}

// pairs lets a bot play the seeds from 1 to count against an opponent.
func pairs(t testing.TB, b, opponent bot, count int) tally {
	t.Helper()
	var sum tally
	for seed := int64(1); seed <= int64(count); seed++ {
		points := 0.0
		for seat, bots := range [2][2]bot{{b, opponent}, {opponent, b}} {
			_, result := playMatch(t, referee.Setup{Seed: seed}, bots, nil)
			for _, f := range result.Faults {
				t.Errorf("seed %d: %v", seed, f)
			}
			switch result.Winner() {
			case seat:
				points++
			case -1:
				points += 0.5
			}
		}
		sum.points += points
		switch {
		case points > 1:
			sum.won++
		case points < 1:
			sum.lost++
		default:
			sum.drawn++
		}
	}
	return sum
}

// BenchmarkStrength measures how many pairs of a hundred seeds a bot wins. The
// figures repeat exactly: the budget is in nodes.
func BenchmarkStrength(b *testing.B) {
	for _, bb := range []struct {
		name          string
		bot, opponent bot
	}{
		{"greedy-random", Greedy, Random},
		{"boss-random", boss(2000), Random},
		{"boss-greedy", boss(2000), Greedy},
	} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				sum := pairs(b, bb.bot, bb.opponent, 100)
				b.ReportMetric(float64(sum.won), "pairs-won")
				b.ReportMetric(float64(sum.drawn), "pairs-drawn")
				b.ReportMetric(float64(sum.lost), "pairs-lost")
			}
		})
	}
}
