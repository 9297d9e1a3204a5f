package domain_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"runtime"
	"sync"
	"testing"

	"arbiter/bots/domain"
	"arbiter/referee"
	games "arbiter/referee/games/domain"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// checks is how many checks of each question TestEqualBotsInChecks plays.
var checks = flag.Int("checks", 2, "checks of each question of TestEqualBotsInChecks and of TestWeakerBossInChecks")

// "The promise is that at most 5 % pass at elo0 and at most 3.5 % are refused at elo1", also
// where the shipped check counts real matches, of equal bots, on the openings that it deals
// itself: with some allowance for chance, at most 5.5 % are refused that need only be no
// weaker, and at most 6.5 % called stronger. These bounds need hundreds of checks; a run of
// fewer than 100 tries only that a check goes on to a verdict or through all openings.
//
// Both bots are greedy, with the seeds of their matches or each with one seed for all. One
// seed is no promise: two starts can lead to one position, from which such bots go on alike,
// and so some 2 Elo are a seed's own (BenchmarkWorthOfASeed). The bounds have that in them.
func TestEqualBotsInChecks(t *testing.T) {
	for _, tt := range []struct {
		name     string
		question rating.Question
		oneSeed  bool
		wrong    rating.Decision
		most     float64
	}{
		{"refused", rating.NotWeaker(rating.PairUnit), false, rating.H0, 0.055},
		{"called stronger", rating.Stronger(rating.PairUnit), false, rating.H1, 0.065},
		{"one seed, refused", rating.NotWeaker(rating.PairUnit), true, rating.H0, 0.075},
		{"one seed, called stronger", rating.Stronger(rating.PairUnit), true, rating.H1, 0.1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found := make([]check.Status, *checks)
			var wg sync.WaitGroup
			workers := runtime.GOMAXPROCS(0)
			for worker := range workers {
				wg.Go(func() {
					for i := worker; i < len(found); i += workers {
						found[i] = equalCheck(t, i, tt.question, tt.oneSeed)
					}
				})
			}
			wg.Wait()
			count, starts := map[rating.Decision]int{}, 0
			for _, s := range found {
				count[s.Decision]++
				starts += s.Trials
				if s.Decision == rating.Undecided && s.Trials < (games.Game{}).OpeningCount() {
					t.Errorf("undecided after %d starts; want a verdict or all openings", s.Trials)
				}
			}
			n := float64(len(found))
			share := float64(count[tt.wrong]) / n
			t.Logf("%.0f checks of equal bots: H0 %d, H1 %d, undecided %d; %s %.1f +- %.1f %%; %.0f starts each", n,
				count[rating.H0], count[rating.H1], count[rating.Undecided],
				tt.name, 100*share, 100*math.Sqrt(share*(1-share)/n), float64(starts)/n)
			if len(found) >= 100 && share > tt.most {
				t.Errorf("%.1f %% %s; want at most %.1f %%", 100*share, tt.name, 100*tt.most)
			}
		})
	}
}

// equalCheck plays a check of greedy against greedy.
func equalCheck(t *testing.T, number int, q rating.Question, oneSeed bool) check.Status {
	d := league.Tournament{ID: "check", Game: "domain", Seats: 2, Format: league.RoundRobin, Bots: []string{"candidate", "baseline"}, Games: q.Cap}
	positions := d.DealFresh(games.Game{}, league.Fresh{Key: fmt.Sprint("equal ", number)})
	c := check.New(games.Game{}, d, league.Question{Question: q, SamePlay: rating.SamePlayShare})
	seen := league.NewEvidence(d)
	for i, start := range d.Starts {
		if c.Enough(seen) {
			break
		}
		from := opening(t, positions[start.Position])
		for order, seats := range [][]string{{"candidate", "baseline"}, {"baseline", "candidate"}} {
			match := int64(2*(number*len(d.Starts)+i) + order)
			greedy, seeds := domain.GreedyOfMatch, map[string]int64{"candidate": 2 * match, "baseline": 2*match + 1}
			if oneSeed {
				greedy, seeds = domain.GreedyChoice, map[string]int64{"candidate": int64(number), "baseline": int64(number) + 1_000_000}
			}
			seen.Add(greedily(greedy, from, start, seats, seeds))
		}
	}
	c.Enough(seen)
	return c.Status(seen)
}

// "At most 3 % of those that are 30 Elo weaker pass": the boss with 1000 nodes is shown to the
// shipped check as the candidate, the boss with 1440 as the baseline. Both play a start always
// alike, so that each is played once and checks differ by the order in which they deal the
// openings. All checks together play all openings, which tell by how much the one is weaker.
// Fewer than 100 checks ask bosses of a fiftieth of the nodes, and try only that a check
// goes on to a verdict or through all openings.
func TestWeakerBossInChecks(t *testing.T) {
	nodes := map[string]int{"candidate": 1000, "baseline": 1440}
	if *checks < 100 {
		nodes = map[string]int{"candidate": 20, "baseline": 29}
	}
	g := games.Game{}
	pool := make([]league.Match, 2*g.OpeningCount())
	d := league.Tournament{ID: "check", Game: "domain", Seats: 2, Format: league.RoundRobin, Bots: []string{"candidate", "baseline"}, Games: rating.DefaultDuels}
	played := make([]sync.Once, len(pool))
	place := map[string]int{} // of an opening's position in the pool
	for _, p := range d.DealFresh(g, league.Fresh{Key: "pool"}) {
		place[string(p)] = 2 * len(place)
	}
	match := func(position json.RawMessage, start league.Start, order int, seats []string) league.Match {
		at := place[string(position)] + order
		played[at].Do(func() {
			var choose [2]func(s *games.State) games.Action
			for seat, bot := range seats {
				p := domain.NewPolicy(nodes[bot], 1, domain.DefaultParameters())
				choose[seat] = func(s *games.State) games.Action { p.Observe(s); return p.Choose() }
			}
			pool[at] = finished(opening(t, position), seats, choose)
		})
		m := pool[at]
		m.Start = start
		return m
	}
	found := make([]check.Status, *checks)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		wg.Go(func() {
			for i := worker; i < len(found); i += workers {
				d := d
				positions := d.DealFresh(g, league.Fresh{Key: fmt.Sprint("weaker ", i)})
				c := check.New(g, d, league.Question{Question: rating.NotWeaker(rating.PairUnit), SamePlay: rating.SamePlayShare})
				seen := league.NewEvidence(d)
				for _, start := range d.Starts {
					if c.Enough(seen) {
						break
					}
					for order, seats := range [][]string{{"candidate", "baseline"}, {"baseline", "candidate"}} {
						seen.Add(match(positions[start.Position], start, order, seats))
					}
				}
				c.Enough(seen)
				found[i] = c.Status(seen)
			}
		})
	}
	wg.Wait()
	count, starts := map[rating.Decision]int{}, 0
	for _, s := range found {
		count[s.Decision]++
		starts += s.Trials
		if s.Decision == rating.Undecided && s.Trials < g.OpeningCount() {
			t.Errorf("undecided after %d starts; want a verdict or all openings", s.Trials)
		}
	}
	n, sum, sum2, pairs := float64(len(found)), 0.0, 0.0, 0.0
	for i := 0; i < len(pool); i += 2 {
		if pool[i].Seats == nil || pool[i+1].Seats == nil {
			continue // no check came as far
		}
		x := 0.25 * float64(2+pool[i].Outcome.Ranks[1]-pool[i].Outcome.Ranks[0]+pool[i+1].Outcome.Ranks[0]-pool[i+1].Outcome.Ranks[1])
		sum, sum2, pairs = sum+x, sum2+x*x, pairs+1
	}
	mean, share := sum/pairs, float64(count[rating.H1])/n
	t.Logf("%.0f checks of a boss of %.1f +- %.1f Elo (%.0f openings): H0 %d, H1 %d, undecided %d; passed %.1f +- %.1f %%; %.0f starts each", n,
		rating.EloOf(mean), math.Sqrt((sum2/pairs-mean*mean)/pairs)*1600/math.Ln10, pairs, count[rating.H0], count[rating.H1], count[rating.Undecided],
		100*share, 100*math.Sqrt(share*(1-share)/n), float64(starts)/n)
	if len(found) >= 100 && share > 0.03 {
		t.Errorf("%.1f %% passed; want at most 3 %%", 100*share)
	}
}

// opening returns the state of an opening's position.
func opening(t testing.TB, position json.RawMessage) games.State {
	var at struct{ Tokens [2][2]int }
	if err := json.Unmarshal(position, &at); err != nil {
		t.Error(err)
	}
	return games.NewState(games.At(at.Tokens[0][0], at.Tokens[0][1]), games.At(at.Tokens[1][0], at.Tokens[1][1]), 0)
}

// BenchmarkWorthOfASeed tells by how much greedy and greedy with other seeds differ over
// all openings, with one seed in all matches and with others in each: the root mean
// square of 24 pairs, in Elo, and what chance alone makes of it.
func BenchmarkWorthOfASeed(b *testing.B) {
	const pairs = 24
	d := league.Tournament{ID: "check", Game: "domain", Seats: 2, Format: league.RoundRobin, Bots: []string{"candidate", "baseline"}, Games: rating.DefaultDuels}
	positions := d.DealFresh(games.Game{}, league.Fresh{Key: "seeds"})
	for _, fixed := range []bool{true, false} {
		b.Run(fmt.Sprintf("fixed=%v", fixed), func(b *testing.B) {
			for range b.N {
				squares, chance := 0.0, 0.0
				for pair := range int64(pairs) {
					sum, sum2 := 0.0, 0.0
					for i, start := range d.Starts {
						seeds, greedy := map[string]int64{"candidate": pair, "baseline": pair + 1000}, domain.GreedyChoice
						if !fixed {
							greedy = domain.GreedyOfMatch
							n := pair*int64(len(d.Starts)) + int64(i)
							seeds = map[string]int64{"candidate": 2 * n, "baseline": 2*n + 1}
						}
						from, points := opening(b, positions[start.Position]), 0.0
						for own, seats := range [][]string{{"candidate", "baseline"}, {"baseline", "candidate"}} {
							m := greedily(greedy, from, start, seats, seeds)
							points += 0.25 * float64(1+m.Outcome.Ranks[1-own]-m.Outcome.Ranks[own])
						}
						sum, sum2 = sum+points, sum2+points*points
					}
					n := float64(len(d.Starts))
					mean := sum / n
					squares += math.Pow(rating.EloOf(mean), 2)
					chance += (sum2/n - mean*mean) / n * math.Pow(1600/math.Ln10, 2) // the slope of Elo at 1/2
				}
				b.ReportMetric(math.Sqrt(squares/pairs), "Elo")
				b.ReportMetric(math.Sqrt(chance/pairs), "Elo-by-chance")
			}
		})
	}
}

// greedily plays a match of greedy against greedy.
func greedily(greedy func(seed int64) func(s *games.State) games.Action, s games.State, start league.Start, seats []string, seeds map[string]int64) league.Match {
	m := finished(s, seats, [2]func(s *games.State) games.Action{greedy(seeds[seats[0]]), greedy(seeds[seats[1]])})
	m.Start = start
	return m
}

// finished plays a match to its end.
func finished(s games.State, seats []string, choose [2]func(s *games.State) games.Action) league.Match {
	play := fnv.New64a()
	for !s.Over {
		action := choose[s.Mover](&s)
		fmt.Fprintln(play, action)
		s.Step(action)
	}
	own, other := int64(s.Domain(0).Len()), int64(s.Domain(1).Len())
	ranks := []int{1, 1}
	switch {
	case own > other:
		ranks = []int{1, 2}
	case own < other:
		ranks = []int{2, 1}
	}
	return league.Match{Seats: seats, Play: league.Play(play.Sum64()), Outcome: league.Outcome{
		Scores: []int64{own, other}, Ranks: ranks, Faults: make([]referee.Kind, 2),
	}}
}
