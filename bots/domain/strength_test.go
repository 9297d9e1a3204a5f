package domain

import (
	"testing"

	rules "arbiter/referee/games/domain"
	"arbiter/referee/rng"
	"arbiter/server/league/rating"
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

// opening returns the position after so many actions at random.
func opening(seed int64, actions int) rules.State {
	s := rules.Start()
	r := rng.NewSplitMix64(uint64(seed))
	for range actions {
		next := s
		if next.Step(next.RandomAction(&r)); next.Over {
			break
		}
		s = next
	}
	return s
}

// duel plays a match from a position and returns the score of seat 0.
func duel(s rules.State, seats [2]func(s *rules.State) rules.Action) rating.Score {
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

// playPairs plays a match in either seat for every seed from first on, after so
// many actions at random, and counts them for a.
func playPairs(a, b player, first int64, count, actions int) (games rating.Games, pairs rating.Pairs) {
	for seed := first; seed < first+int64(count); seed++ {
		s, against := opening(seed, actions), seed+int64(count)
		one := duel(s, [2]func(s *rules.State) rules.Action{a(seed), b(against)})
		two := rating.Win - duel(s, [2]func(s *rules.State) rules.Action{b(against), a(seed)})
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
			if games, _ := playPairs(tt.a, tt.b, 0, 5, 0); games.Draws+games.Losses > tt.atMost {
				t.Errorf("%+v", games)
			}
		})
	}
}

// How strong the bots are. The budgets are nodes, so that every machine measures
// the same.
func BenchmarkStrength(b *testing.B) {
	for _, bb := range []struct {
		name           string
		a, b           player
		pairs, actions int // see playPairs
	}{
		{"greedy/random", greedy, random, 100, 0},
		{"boss-1k/greedy", boss(1000), greedy, 100, 0},
		{"boss-20k/greedy", boss(20_000), greedy, 100, 0},
		{"boss-100k/greedy", boss(100_000), greedy, 100, 0},
		{"boss-20k/boss-1k", boss(20_000), boss(1000), 100, 0},
		{"boss-1k/withoutregions", boss(1000), withoutRegions(1000), 1500, 4},
		{"boss-4k/withoutregions", boss(4000), withoutRegions(4000), 500, 4},
	} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				report(b, bb.a, bb.b, bb.pairs, bb.actions)
			}
		})
	}
}

// report plays so many seeds from 320 001 on, which nothing was chosen on, on
// both seats. It reports how the matches end, and how many Elo x is above y,
// with the standard error over pairs.
func report(b *testing.B, x, y player, count, actions int) {
	games, pairs := playPairs(x, y, 320_001, count, actions)
	b.ReportMetric(float64(games.Wins), "won")
	b.ReportMetric(float64(games.Draws), "drawn")
	b.ReportMetric(float64(games.Losses), "lost")
	if e := pairs.Estimate(); e.EloError95 != nil {
		b.ReportMetric(*e.Elo, "Elo")
		b.ReportMetric(*e.EloError95/1.96, "error")
	}
}
