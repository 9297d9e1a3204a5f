package domain

import (
	"testing"

	rules "arbiter/referee/games/domain"
	"arbiter/server/rating"
)

// A player is a new player of a match by its seed, without pipes.
type player func(seed int64) func(s *rules.State) rules.Action

func boss(nodes int) player {
	return func(seed int64) func(s *rules.State) rules.Action {
		return NewPolicy(nodes, seed, DefaultParameters()).think
	}
}

// withoutRegions is boss that guesses where it would go on to search a region.
func withoutRegions(nodes int) player {
	return func(seed int64) func(s *rules.State) rules.Action {
		parameters := DefaultParameters()
		parameters.Joint = 0
		return NewPolicy(nodes, seed, parameters).think
	}
}

// duel plays a match and returns the score of seat 0.
func duel(seats [2]func(s *rules.State) rules.Action) rating.Score {
	s := rules.Start()
	for !s.Over {
		s.Step(seats[s.Mover](&s))
	}
	switch own, other := s.Domain(0).Len(), s.Domain(1).Len(); {
	case own > other:
		return rating.Win
	case own < other:
		return rating.Loss
	}
	return rating.Draw
}

// playPairs plays a match in either seat for every seed from first on, and
// counts them for a.
func playPairs(a, b player, first int64, count int) (games rating.Games, pairs rating.Pairs) {
	for seed := first; seed < first+int64(count); seed++ {
		against := seed + int64(count)
		one := duel([2]func(s *rules.State) rules.Action{a(seed), b(against)})
		two := rating.Win - duel([2]func(s *rules.State) rules.Action{b(against), a(seed)})
		games.Add(one)
		games.Add(two)
		pairs.Add(one, two)
	}
	return games, pairs
}

// The bots are worth beating, one more than the other.
func TestStrength(t *testing.T) {
	for _, tt := range []struct {
		name   string
		a, b   player
		atMost int // matches that a does not win of 10
	}{
		{"greedy beats random", greedy, random, 0},
		{"boss beats random", boss(2000), random, 0},
		{"boss beats greedy", boss(2000), greedy, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if games, _ := playPairs(tt.a, tt.b, 0, 5); games.Draws+games.Losses > tt.atMost {
				t.Errorf("%+v", games)
			}
		})
	}
}

// How strong the bots are. The budgets are nodes, so that every machine measures
// the same.
func BenchmarkStrength(b *testing.B) {
	for _, bb := range []struct {
		name string
		a, b player
	}{
		{"greedy/random", greedy, random},
		{"boss-1k/greedy", boss(1000), greedy},
		{"boss-20k/greedy", boss(20_000), greedy},
		{"boss-100k/greedy", boss(100_000), greedy},
		{"boss-20k/boss-1k", boss(20_000), boss(1000)},
		{"boss-4k/withoutregions", boss(4000), withoutRegions(4000)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				report(b, bb.a, bb.b, 100)
			}
		})
	}
}

// report plays so many seeds from 320 001 on, which nothing was chosen on, on
// both seats. It reports how the matches end, and how many Elo x is above y,
// with the standard error over pairs.
func report(b *testing.B, x, y player, count int) {
	games, pairs := playPairs(x, y, 320_001, count)
	b.ReportMetric(float64(games.Wins), "won")
	b.ReportMetric(float64(games.Draws), "drawn")
	b.ReportMetric(float64(games.Losses), "lost")
	if e := pairs.Estimate(); e.EloError95 != nil {
		b.ReportMetric(*e.Elo, "Elo")
		b.ReportMetric(*e.EloError95/1.96, "error")
	}
}
