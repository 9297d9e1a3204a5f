package league

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"arbiter/referee"
)

// groupTournament is a round robin of so many bots on starts from seeds.
func groupTournament(bots, seats, starts int) Tournament {
	t := Tournament{ID: "t", Game: "g", Seats: seats, Format: RoundRobin, Schedule: ScheduleVersion, Limits: referee.TimeLimits{First: 1, Turn: 1}}
	for i := range bots {
		t.Bots = append(t.Bots, fmt.Sprintf("b%d", i))
	}
	for i := range starts {
		t.Starts = append(t.Starts, Start{Seed: int64(i)})
	}
	return t
}

// "each start is played by groups of bots in all cyclic seatings, balanced so that all pairs
// meet equally often": a bot has every seat equally often on every start, two bots never meet
// much more often than two others, and no match is scheduled twice.
func TestGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(3, MaxSeats).Draw(t, "seats")
		bots := rapid.IntRange(2, 20).Draw(t, "bots")
		starts := rapid.IntRange(1, 12).Draw(t, "starts")
		tour := groupTournament(bots, seats, starts)
		if err := tour.Validate(); err != nil {
			t.Fatal(err)
		}
		ids := map[string]bool{}
		met, seated := map[[2]string]int{}, map[string]int{}
		n := 0
		for p := range Pairings(tour, Outcomes{}) {
			n++
			if id := p.ID(tour.ID); ids[id] {
				t.Fatalf("%v on %v comes twice", p.Seats, p.Start)
			} else {
				ids[id] = true
			}
			for seat, bot := range p.Seats {
				seated[fmt.Sprint(p.Start, bot, seat)]++
				for _, other := range p.Seats[seat+1:] {
					if bot != other {
						met[[2]string{min(bot, other), max(bot, other)}]++
					}
				}
			}
		}
		if total, exact := Total(tour); total != n || !exact {
			t.Fatalf("Total says %d, exact %v; want %d", total, exact, n)
		}
		for _, start := range tour.Starts {
			for _, bot := range tour.Bots {
				for seat := range seats {
					if a, b := seated[fmt.Sprint(start, bot, 0)], seated[fmt.Sprint(start, bot, seat)]; a != b {
						t.Fatalf("%s has seat 0 %d times on %v, and seat %d %d times", bot, a, start, seat, b)
					}
				}
			}
		}
		least, most := 1<<30, 0
		for i, a := range tour.Bots {
			for _, b := range tour.Bots[i+1:] {
				n := met[[2]string{min(a, b), max(a, b)}]
				least, most = min(least, n), max(most, n)
			}
		}
		// A group has all its seatings. Of six bots in four seats, those that are opposite meet
		// four times where others meet five times, or else a group would play a start twice.
		bound := 4*seats + least/3
		if bots < seats {
			bound = 6*seats + least/3 // two bots with two seats each meet four times
		}
		if most-least > bound {
			t.Fatalf("%d bots in %d seats on %d starts: two met %d times and two others %d times; want at most %d more", bots, seats, starts, most, least, bound)
		}
	})
}

// "12 bots at 4 seats would be 1 980 matches a start otherwise": with the cap there are 48, and
// the pairs have met equally often up to a tenth after 20 starts.
func TestGroupsOfTwelve(t *testing.T) {
	tour := groupTournament(12, 4, 20)
	met := map[[2]string]int{}
	for p := range Pairings(tour, Outcomes{}) {
		for seat, bot := range p.Seats {
			for _, other := range p.Seats[seat+1:] {
				met[[2]string{min(bot, other), max(bot, other)}]++
			}
		}
	}
	if n, _ := Total(tour); n != 20*48 {
		t.Errorf("%d matches on 20 starts; want 48 on each", n)
	}
	least, most := 1<<30, 0
	for _, n := range met {
		least, most = min(least, n), max(most, n)
	}
	if len(met) != 66 || float64(most) > 1.1*float64(least) {
		t.Errorf("%d pairs met %d to %d times; want all 66 alike up to a tenth", len(met), least, most)
	}
}
