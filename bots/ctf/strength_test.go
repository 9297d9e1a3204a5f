package ctf

import (
	"fmt"
	"io"
	"net/url"
	"runtime"
	"sync"
	"testing"

	"arbiter/referee"
)

// with returns the bot that always has the options.
func with(b bot, options url.Values) bot {
	return func(in io.Reader, out io.Writer, _ url.Values) error { return b(in, out, options) }
}

func boss(nodes int) bot { return with(Boss, url.Values{"nodes": {fmt.Sprint(nodes)}}) }

// A tally counts pairs of matches: the same seed, once in either seat. A pair
// is won by more than one of its two points.
type tally struct {
	mu               sync.Mutex
	won, drawn, lost int
	points           float64 // of the matches: 1 for a win, a half for a draw
	reasons          map[string]int
}

// pairs plays the seeds 1 to count in as many goroutines as there are
// processors. The tally does not depend on their order.
func pairs(t testing.TB, b, opponent bot, count int) *tally {
	t.Helper()
	sum := &tally{reasons: map[string]int{}}
	seeds := make(chan int64)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for seed := range seeds {
				points := 0.0
				for seat := range 2 {
					bots := [2]bot{b, opponent}
					if seat == 1 {
						bots[0], bots[1] = bots[1], bots[0]
					}
					_, result := playMatch(t, referee.Setup{Seed: seed}, bots, nil)
					for _, f := range result.Faults {
						t.Errorf("seed %d: %v", seed, f)
					}
					point := 0.5
					if winner := result.Winner(); winner >= 0 {
						point = 0
						if winner == seat {
							point = 1
						}
					}
					sum.mu.Lock()
					sum.reasons[fmt.Sprintf("%s %v", result.Reason, point)]++
					sum.mu.Unlock()
					points += point
				}
				sum.add(points)
			}
		})
	}
	for seed := range count {
		seeds <- int64(seed + 1)
	}
	close(seeds)
	workers.Wait()
	return sum
}

func (s *tally) add(points float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.points += points
	switch {
	case points > 1:
		s.won++
	case points < 1:
		s.lost++
	default:
		s.drawn++
	}
}

// BenchmarkStrength measures how often a bot wins a pair of matches.
func BenchmarkStrength(b *testing.B) {
	for _, bb := range []struct {
		name          string
		bot, opponent bot
	}{
		{"greedy-random", Greedy, Random},
		{"boss-random", boss(strengthNodes), Random},
		{"boss-greedy", boss(strengthNodes), Greedy},
	} {
		b.Run(bb.name, func(b *testing.B) {
			const count = 100
			for b.Loop() {
				sum := pairs(b, bb.bot, bb.opponent, count)
				b.ReportMetric(100*float64(sum.won)/count, "%pairs-won")
				b.ReportMetric(100*float64(sum.lost)/count, "%pairs-lost")
				b.ReportMetric(100*sum.points/(2*count), "%points")
				b.Log(sum.reasons)
			}
		})
	}
}

const strengthNodes = 4000
