package league

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/server/league/rating"
)

// ranked makes a match of bots, by seat, with their scores.
func ranked(seed int64, bots []string, scores ...int64) Match {
	ranks := make([]int, len(scores))
	for i := range scores {
		ranks[i] = 1
		for _, other := range scores {
			ranks[i] += toInt(other > scores[i])
		}
	}
	return Match{Seats: bots, Start: Start{Seed: seed}, Outcome: Outcome{Scores: scores, Ranks: ranks, Faults: nil}, Reason: "ended"}
}

// "A match counts as one result between each pair of its seats, weighted so that it counts once"
func TestMatchOfManySeatsCountsOnce(t *testing.T) {
	var table Table
	table.Add(ranked(1, []string{"a", "b", "c"}, 3, 2, 2))
	table.Add(ranked(1, []string{"b", "c", "a"}, 1, 9, 5))
	s, err := table.Standings(Options{})
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]Line{}
	for _, l := range s.Lines {
		lines[l.Bot] = l
	}
	a := lines["a"]
	if a.Matches != 2 || a.Games != (rating.Games{Wins: 3, Losses: 1}) || a.Points != 1.5 || *a.Score != 0.75 {
		t.Errorf("a has %d matches, %+v, %v points and the score %v; want 2, 3 wins and a loss, 1.5 and 0.75", a.Matches, a.Games, a.Points, *a.Score)
	}
	if diff := cmp.Diff([]rating.Games{{Wins: 2}, {}, {Wins: 1, Losses: 1}}, a.Seats); diff != "" {
		t.Errorf("a by seat (-want +got):\n%s", diff)
	}
	if total := lines["a"].Points + lines["b"].Points + lines["c"].Points; math.Abs(total-3) > 1e-12 {
		t.Errorf("all points are %v; want half a point for each of six seats", total)
	}
	if s.FirstSeat != nil {
		t.Errorf("the first of three seats has the advantage %+v; want none told, since two seats are compared by it", s.FirstSeat)
	}
	d, ok := table.Duel("c", "b")
	if !ok || d.Games != (rating.Games{Wins: 1, Draws: 1}) || *d.Estimate.Score != 0.75 || d.Pairs != (rating.Pairs{}) {
		t.Errorf("c against b: %+v; want a win and a draw", d)
	}
	if diff := cmp.Diff([]rating.Games{{}, {Wins: 1}, {Draws: 1}}, d.Seats); diff != "" {
		t.Errorf("c against b by the seat of c (-want +got):\n%s", diff)
	}
	if other, _ := table.Duel("b", "c"); other.Games != (rating.Games{Losses: 1, Draws: 1}) {
		t.Errorf("b against c: %+v; want the mirror image", other.Games)
	}
}

// A bot that has several seats meets itself there, and that says nothing.
func TestBotWithSeveralSeats(t *testing.T) {
	var table Table
	table.Add(ranked(1, []string{"a", "b", "b"}, 5, 9, 1))
	table.Add(ranked(1, []string{"b", "b", "b"}, 5, 9, 1))
	s, err := table.Standings(Options{})
	if err != nil || len(s.Lines) != 2 || s.Matches != 1 {
		t.Fatalf("%d lines, %d matches, error %v; want two bots in one match", len(s.Lines), s.Matches, err)
	}
	for _, l := range s.Lines {
		if l.Matches != 1 || l.Games != (rating.Games{Wins: 1, Losses: 1}) {
			t.Errorf("%s has %d matches and %+v; want one match with a win and a loss", l.Bot, l.Matches, l.Games)
		}
	}
}

// "standings and duels are bit for bit the same in whatever order matches are added"
func TestManySeatsInAnyOrder(t *testing.T) {
	var matches []Match
	random := rand.New(rand.NewPCG(1, 2))
	for seed := range int64(6) {
		for p := range Pairings(groupTournament(5, 4, 1), Outcomes{}) {
			scores := []int64{random.Int64N(4), random.Int64N(4), random.Int64N(4), random.Int64N(4)}
			matches = append(matches, ranked(seed, p.Seats, scores...))
		}
		matches = append(matches, ranked(seed, []string{"b0", "b3", "b1"}, random.Int64N(4), random.Int64N(4), random.Int64N(4)))
	}
	standings := func() (s Standings, d Duel) {
		var table Table
		for _, m := range matches {
			table.Add(m)
		}
		s, err := table.Standings(Options{})
		if err != nil {
			t.Fatal(err)
		}
		d, _ = table.Duel("b3", "b1")
		return s, d
	}
	want, duel := standings()
	for range 5 {
		random.Shuffle(len(matches), func(i, j int) { matches[i], matches[j] = matches[j], matches[i] })
		s, d := standings()
		if diff := cmp.Diff(want, s); diff != "" {
			t.Fatalf("in another order (-before +after):\n%s", diff)
		}
		if diff := cmp.Diff(duel, d); diff != "" {
			t.Fatalf("in another order (-before +after):\n%s", diff)
		}
	}
}

// "errors of Elo are simulated for 3, 4 and 8 seats": the intervals have the true difference in
// about 95 of 100 tournaments, also where a start favours a bot in all its seatings.
func TestErrorsOfManySeats(t *testing.T) {
	for _, tt := range []struct {
		seats, bots int
		favour      float64 // of a bot on a start, in units of the noise of a match
	}{{3, 3, 0}, {3, 6, 0.7}, {4, 4, 0.7}, {4, 7, 0}, {8, 8, 0.7}} {
		t.Run(fmt.Sprintf("%d seats, %d bots, favour %v", tt.seats, tt.bots, tt.favour), func(t *testing.T) {
			t.Parallel()
			const tournaments, starts = 300, 40
			random := rand.New(rand.NewPCG(uint64(tt.seats), uint64(tt.bots)))
			tour := groupTournament(tt.bots, tt.seats, starts)
			pairings := slices.Collect(Pairings(tour, Outcomes{}))
			var elos []float64 // of the first bot above the last
			inside := 0
			var errors []float64
			for range tournaments {
				var table Table
				favour := map[string]float64{}
				for _, p := range pairings {
					scores := make([]int64, tt.seats)
					for seat, bot := range p.Seats {
						key := fmt.Sprint(p.Start.Seed, bot)
						if _, ok := favour[key]; !ok {
							favour[key] = random.NormFloat64() * tt.favour
						}
						strength := 0.0
						if bot == "b0" {
							strength = 0.4
						}
						scores[seat] = int64(1e6 * (strength + favour[key] + random.NormFloat64()))
					}
					table.Add(ranked(p.Start.Seed, p.Seats, scores...))
				}
				s, err := table.Standings(Options{Anchor: fmt.Sprintf("b%d", tt.bots-1)})
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range s.Lines {
					if l.Bot == "b0" {
						elos, errors = append(elos, *l.Elo), append(errors, *l.EloError95)
					}
				}
			}
			mean := 0.0
			for _, elo := range elos {
				mean += elo / tournaments
			}
			for i, elo := range elos {
				inside += toInt(math.Abs(elo-mean) <= errors[i])
			}
			if share := float64(inside) / tournaments; share < 0.91 || share > 0.985 {
				t.Errorf("%.3f of the intervals have the true difference; want about 0.95", share)
			}
		})
	}
}
