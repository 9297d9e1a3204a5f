package heropath

import (
	"fmt"
	"math"
	"net/url"
	"os"
	"testing"
	"time"

	"arbiter/referee"
	rules "arbiter/referee/games/heropath"
	"arbiter/referee/refereetest"
)

// The bots are worth beating, one more than the other.
func TestStrength(t *testing.T) {
	// In the world of seed 7 a titan reaches every cell of the first turn: nobody
	// gets gold there.
	for _, seed := range []int64{0, 1, 2, 3, 4, 5, 6, 8, 9, 10} {
		input := deal(t, referee.Setup{Seed: seed}).Input(0, nil)
		gold := func(b bot, options url.Values) int64 {
			m := deal(t, referee.Setup{Seed: seed})
			play(t, m, answerTo(t, b, input, options))
			return m.Result().Scores[0]
		}
		random := gold(Random, nil)
		greedy := gold(Greedy, nil)
		boss := gold(Boss, url.Values{"nodes": {"300"}})
		if greedy <= random || boss < greedy {
			t.Errorf("seed %d: random %d, greedy %d, boss %d", seed, random, greedy, boss)
		}
	}
}

// How strong the bots are: the mean of their gold by the contest's highest, in
// percent, over its tests without attackers (1-25), with attackers (26-50),
// and over all 50. The last one plays by the clock: it takes six minutes, and
// reports the longest answer.
func BenchmarkStrength(b *testing.B) {
	for _, bb := range []struct {
		name    string
		bot     bot
		options url.Values
	}{
		{"random", Random, nil},
		{"greedy", Greedy, nil},
		{"boss-2k", Boss, url.Values{"nodes": {"2000"}}},
		{"boss-10k", Boss, url.Values{"nodes": {"10000"}}},
		{"boss-clock", Boss, nil},
	} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				reportStrength(b, bb.bot, bb.options)
			}
		})
	}
}

func reportStrength(b *testing.B, bot bot, options url.Values) {
	b.Helper()
	text, err := os.ReadFile(refereetest.Shared(b, "heropath", "best_known.json"))
	if err != nil {
		b.Fatal(err)
	}
	best, err := rules.ParseBest(text)
	if err != nil {
		b.Fatal(err)
	}
	var sums [2]float64
	var longest time.Duration
	const tests = 50
	for i := range tests {
		name := fmt.Sprintf("%03d", i+1)
		text, err := os.ReadFile(refereetest.Shared(b, "heropath", "tests", name+".json"))
		if err != nil {
			b.Fatal(err)
		}
		highest, err := best.Highest(name)
		if err != nil {
			b.Fatal(err)
		}
		m := deal(b, referee.Setup{Position: text})
		began := time.Now()
		answer := answerTo(b, bot, m.Input(0, nil), options)
		longest = max(longest, time.Since(began))
		play(b, m, answer)
		sums[i*len(sums)/tests] += float64(m.Result().Scores[0]) / float64(highest)
	}
	percent := func(share float64) float64 { return math.Round(share*1000) / 10 }
	b.ReportMetric(percent(sums[0]/25), "%1-25")
	b.ReportMetric(percent(sums[1]/25), "%26-50")
	b.ReportMetric(percent((sums[0]+sums[1])/50), "%all")
	b.ReportMetric(longest.Seconds(), "longest-s")
}
