package domain

import (
	"maps"
	"math"
	"net/url"
	"testing"
)

// A contender is a bot and the options that it plays with under a seed.
type contender struct {
	bot   bot
	nodes string // the option nodes; empty for a bot that has none
	more  string // other options, such as "joint=0"
}

func (c contender) start(seed int) seat {
	options := seeded(seed)
	if c.nodes != "" {
		options.Set("nodes", c.nodes)
	}
	more, _ := url.ParseQuery(c.more)
	maps.Copy(options, more)
	return start(c.bot, options)
}

// playPairs plays two matches for every seed from first on, on both seats, and
// counts how many a wins, how many are drawn and how many it loses.
func playPairs(t testing.TB, a, b contender, first, pairs int) (won, drawn, lost int) {
	for seed := first; seed < first+pairs; seed++ {
		for own := range 2 {
			var seats [2]seat
			seats[own], seats[1-own] = a.start(seed), b.start(seed+pairs)
			result, _ := playMatch(t, seats)
			switch result.Winner() {
			case own:
				won++
			case 1 - own:
				lost++
			default:
				drawn++
			}
		}
	}
	return won, drawn, lost
}

// The bots are worth beating, one more than the other.
func TestStrength(t *testing.T) {
	for _, tt := range []struct {
		name   string
		a, b   contender
		atMost int // matches that a does not win of 10
	}{
		{"greedy beats random", contender{bot: Greedy}, contender{bot: Random}, 0},
		{"boss beats random", contender{bot: Boss, nodes: "2000"}, contender{bot: Random}, 0},
		{"boss beats greedy", contender{bot: Boss, nodes: "2000"}, contender{bot: Greedy}, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if won, drawn, lost := playPairs(t, tt.a, tt.b, 0, 5); drawn+lost > tt.atMost {
				t.Errorf("won %d, drew %d, lost %d", won, drawn, lost)
			}
		})
	}
}

// How strong the bots are, in matches over the protocol. The budgets are
// nodes, so that every machine measures the same.
func BenchmarkStrength(b *testing.B) {
	for _, bb := range []struct {
		name string
		a, b contender
	}{
		{"greedy/random", contender{bot: Greedy}, contender{bot: Random}},
		{"boss-1k/greedy", contender{bot: Boss, nodes: "1000"}, contender{bot: Greedy}},
		{"boss-20k/greedy", contender{bot: Boss, nodes: "20000"}, contender{bot: Greedy}},
		{"boss-100k/greedy", contender{bot: Boss, nodes: "100000"}, contender{bot: Greedy}},
		{"boss-20k/boss-1k", contender{bot: Boss, nodes: "20000"}, contender{bot: Boss, nodes: "1000"}},
		{"boss-4k/joint=0", contender{bot: Boss, nodes: "4000"}, contender{bot: Boss, nodes: "4000", more: "joint=0"}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				report(b, bb.a, bb.b)
			}
		})
	}
}

// report plays the 100 seeds from 320 001 on, which nothing was chosen on, on
// both seats. It reports how they end, and how many Elo x is above y, with the
// standard error.
func report(b *testing.B, x, y contender) {
	won, drawn, lost := playPairs(b, x, y, 320_001, 100)
	n := float64(won + drawn + lost)
	score := (float64(won) + float64(drawn)/2 + 0.5) / (n + 1) // finite when all are won
	deviation := math.Sqrt((float64(won)+float64(drawn)/4)/n - score*score + 1/n)
	b.ReportMetric(float64(won), "won")
	b.ReportMetric(float64(drawn), "drawn")
	b.ReportMetric(float64(lost), "lost")
	b.ReportMetric(400*math.Log10(score/(1-score)), "Elo")
	b.ReportMetric(400/math.Ln10/(score*(1-score))*deviation/math.Sqrt(n), "error")
}
