package heropath

import (
	"flag"
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
// and over all 50.
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
	} {
		b.Run(bb.name, func(b *testing.B) {
			var sums [2]float64
			for b.Loop() {
				clear(sums[:])
				for i, name := range contestTests() {
					share, _ := contest(b, name, bb.bot, bb.options)
					sums[i/25] += share
				}
			}
			percent := func(share float64) float64 { return math.Round(share*1000) / 10 }
			b.ReportMetric(percent(sums[0]/25), "%1-25")
			b.ReportMetric(percent(sums[1]/25), "%26-50")
			b.ReportMetric(percent((sums[0]+sums[1])/50), "%all")
		})
	}
}

// bossOptions are for BenchmarkContest: none for the statement's clock.
var bossOptions = flag.String("boss", "", "options of the boss in BenchmarkContest, such as nodes=10000 or time=10m")

// BenchmarkContest is a table of the contest's tests: the boss's gold, what it
// is in percent of the highest known, and the seconds that it took. More than
// 100 is more than any participant had. By processor time it takes eight minutes of a core:
//
//	ARBITER_CLOCK=cpu go test ./bots/heropath -run '^$' -bench Contest -benchtime 1x -timeout 1h
//	go test ./bots/heropath -run '^$' -bench Contest/036 -benchtime 1x -boss nodes=10000
func BenchmarkContest(b *testing.B) {
	options, err := url.ParseQuery(*bossOptions)
	if err != nil {
		b.Fatal(err)
	}
	sum, tests := 0.0, 0
	for _, name := range contestTests() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				began := time.Now()
				share, gold := contest(b, name, Boss, options)
				b.ReportMetric(time.Since(began).Seconds(), "seconds")
				b.ReportMetric(float64(gold), "gold")
				b.ReportMetric(100*share, "%best")
				sum, tests = sum+share, tests+1
			}
		})
	}
	if tests > 0 {
		b.Logf("mean of %d: %.2f %%", tests, 100*sum/float64(tests))
	}
}

// contestTests are the names of the contest's tests.
func contestTests() (names []string) {
	for i := range 50 {
		names = append(names, fmt.Sprintf("%03d", i+1))
	}
	return names
}

// contest plays a test of the contest, and returns the gold and its share of
// the highest known.
func contest(b *testing.B, name string, bot bot, options url.Values) (share float64, gold int64) {
	b.Helper()
	table, err := os.ReadFile(refereetest.Shared(b, "heropath", "best_known.json"))
	if err != nil {
		b.Fatal(err)
	}
	best, err := rules.ParseBest(table)
	if err != nil {
		b.Fatal(err)
	}
	highest, err := best.Highest(name)
	if err != nil {
		b.Fatal(err)
	}
	text, err := os.ReadFile(refereetest.Shared(b, "heropath", "tests", name+".json"))
	if err != nil {
		b.Fatal(err)
	}
	m := deal(b, referee.Setup{Position: text})
	play(b, m, answerTo(b, bot, m.Input(0, nil), options))
	gold = m.Result().Scores[0]
	return float64(gold) / float64(highest), gold
}
