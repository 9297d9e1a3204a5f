package domain

import (
	"testing"
)

// A contender is a bot and the options that it plays with under a seed.
type contender struct {
	bot   bot
	nodes string // the option nodes; empty for a bot that has none
}

func (c contender) start(seed int) seat {
	options := seeded(seed)
	if c.nodes != "" {
		options.Set("nodes", c.nodes)
	}
	return start(c.bot, options)
}

// playPairs plays two matches for every seed, on both seats, and counts how
// many a wins, how many are drawn and how many it loses.
func playPairs(t testing.TB, a, b contender, pairs int) (won, drawn, lost int) {
	for seed := range pairs {
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
		{"greedy beats random", contender{Greedy, ""}, contender{Random, ""}, 0},
		{"boss beats random", contender{Boss, "2000"}, contender{Random, ""}, 0},
		{"boss beats greedy", contender{Boss, "2000"}, contender{Greedy, ""}, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if won, drawn, lost := playPairs(t, tt.a, tt.b, 5); drawn+lost > tt.atMost {
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
		{"greedy/random", contender{Greedy, ""}, contender{Random, ""}},
		{"boss-1k/greedy", contender{Boss, "1000"}, contender{Greedy, ""}},
		{"boss-20k/greedy", contender{Boss, "20000"}, contender{Greedy, ""}},
		{"boss-100k/greedy", contender{Boss, "100000"}, contender{Greedy, ""}},
		{"boss-20k/boss-1k", contender{Boss, "20000"}, contender{Boss, "1000"}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			const pairs = 100
			var won, drawn, lost int
			for b.Loop() {
				won, drawn, lost = playPairs(b, bb.a, bb.b, pairs)
			}
			b.ReportMetric(float64(won), "won")
			b.ReportMetric(float64(drawn), "drawn")
			b.ReportMetric(float64(lost), "lost")
		})
	}
}
