package check_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// among makes a match by the scores of its seats.
func among(start league.Start, seats []string, scores []int64) league.Match {
	return league.Match{Seats: seats, Start: start, Play: league.Play(1 + rand.Uint64()>>1), Outcome: league.Outcome{
		Scores: scores, Ranks: referee.RankScores(scores), Faults: make([]referee.Kind, len(seats)),
	}}
}

// simulateMany checks a bot that is stronger by so much of the noise of a match, where starts
// favour bots in all their seatings, and returns where the check ends.
func simulateMany(random *rand.Rand, d league.Tournament, strength, favour float64) check.Status {
	c := follow(d, question(2))
	pairings, _ := c.seen.Round(c.Check, 1)
	liked := map[string]float64{}
	for p := range pairings {
		scores := make([]int64, len(p.Seats))
		for seat, bot := range p.Seats {
			key := fmt.Sprint(p.Start.Seed, bot)
			if _, ok := liked[key]; !ok {
				liked[key] = favour * random.NormFloat64()
			}
			own := liked[key] + random.NormFloat64()
			if bot == candidate {
				own += strength
			}
			scores[seat] = int64(1e6 * own)
		}
		if c.Add(among(p.Start, p.Seats, scores)) {
			break
		}
	}
	return c.Status()
}

// "check without opponents fills the other seats with the baseline"; "errors of the SPRT are
// simulated for 3, 4 and 8 seats": equal bots pass. A bot that is as much weaker as the
// question says is refused in at least 95 of 100 checks, even if starts favour bots.
func TestChecksOfManySeats(t *testing.T) {
	for _, seats := range []int{3, 4, 8} {
		for _, opponents := range [][]string{nil, {"a@3"}} {
			weaker := -0.15 // some 40 Elo
			if len(opponents) > 0 {
				weaker = -0.3 // of which what it makes of others shows half
			}
			t.Run(fmt.Sprintf("%d seats, %d opponents", seats, len(opponents)), func(t *testing.T) {
				t.Parallel()
				d := definition(seats, rating.DefaultPairs, opponents...)
				if len(opponents) > 0 {
					d.Format, d.Challengers = league.Gauntlet, 2
				}
				random := rand.New(rand.NewPCG(uint64(seats), uint64(len(opponents))))
				const checks = 20
				passed, refused := 0, 0
				for range checks {
					if simulateMany(random, d, 0, 0.5).Decision == rating.H1 {
						passed++
					}
					if simulateMany(random, d, weaker, 0.5).Decision == rating.H0 {
						refused++
					}
				}
				if passed < checks-4 || refused < checks-4 { // 95 in 100, and three standard errors
					t.Errorf("%d of %d equal bots pass, and %d of %d weaker ones are refused; want about 95 in 100 each", passed, checks, refused, checks)
				}
			})
		}
	}
}

// A check of more than two seats counts matches, results and losses of the candidate.
func TestCheckOfThreeSeats(t *testing.T) {
	d := definition(3, 2)
	c := follow(d, question(2))
	start := d.Starts[0]
	var seated [][]string
	pairings, _ := c.seen.Round(c.Check, 1)
	for p := range pairings {
		seated = append(seated, p.Seats)
	}
	if want := []string{candidate, baseline, baseline}; len(seated) != 6 || !slices.Equal(seated[0], want) {
		t.Fatalf("the first of %d matches is %v; want six, and %v", len(seated), seated[0], want)
	}
	c.Add(among(start, seated[0], []int64{3, 2, 4}))
	c.Add(among(start, seated[1], []int64{1, 1, 0}))
	c.Add(among(start, seated[2], []int64{5, 4, 3}))
	s := c.Status()
	if s.Trials != 1 || s.Games != (rating.Games{Wins: 2, Draws: 1, Losses: 3}) || s.Pairs != (rating.Pairs{}) || s.Matches != 3 {
		t.Errorf("%d starts, %+v, pairs %+v, %d matches; want one start of three matches with 2 wins, a draw and 3 losses", s.Trials, s.Games, s.Pairs, s.Matches)
	}
	if worst := s.Worst; len(worst) != 2 || worst[0].Seat != 2 || worst[0].Deficit != 2 || worst[1].Seat != 0 {
		t.Errorf("the worst matches are %+v; want those that it lost in seat 2 by 2, and in seat 0 by 1, where the baseline has won", worst)
	}
}
