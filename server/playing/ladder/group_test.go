package ladder_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/server/league"
	"arbiter/server/playing/ladder"
)

// seatings returns the matches of a cell on one start, each with its group turned by one seat
// more. rank returns the ranks of a match.
func seatings(c league.Cell, seats int, rank func(bots []string) []int) (all []league.Match) {
	group := c.Bots()
	for len(group) < seats {
		group = append(group, c.B)
	}
	for first := range seats {
		bots := slices.Concat(group[seats-first:], group[:seats-first])
		all = append(all, league.Match{Seats: bots, Outcome: league.Outcome{Ranks: rank(bots), Faults: make([]referee.Kind, seats)}})
	}
	return all
}

// ranks plays a match of bots whose strength is known. Each is as good as its strength and some
// luck. Two of them score as their Elo says.
func (f field) ranks(bots []string) []int {
	luck := make([]float64, len(bots))
	for i, bot := range bots {
		luck[i] = f.strength[bot]*math.Ln10/400 - math.Log(-math.Log(f.random.Float64()))
	}
	ranks := make([]int, len(bots))
	for i := range ranks {
		ranks[i] = 1
		for _, other := range luck {
			if other > luck[i] {
				ranks[i]++
			}
		}
	}
	return ranks
}

// In matches of more than two seats a batch is as many starts as were asked for. Each of its
// groups has all seats and no seating twice. Its bots play for their names, or one of them is
// an older version. Bots who are fewer than the seats all play.
func TestGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l, again ladder.Ladder
		seats := rapid.IntRange(3, 8).Draw(t, "seats")
		played := map[string]int{}
		for round := range rapid.IntRange(1, 20).Draw(t, "rounds") {
			e := league.SeriesEntry{Key: fmt.Sprint(rapid.IntRange(1, 9).Draw(t, "name")), Round: round + 1}
			e.Bot = fmt.Sprint(e.Key, "v", rapid.IntRange(1, 3).Draw(t, "version"))
			l.Enter(e)
			again.Enter(e)
			starts := rapid.IntRange(1, 6).Draw(t, "starts")
			cells, err := l.Next(starts, seats)
			if err != nil {
				t.Fatal(err)
			}
			if same, err := again.Next(starts, seats); err != nil || !slices.EqualFunc(cells, same, league.Cell.Equal) {
				t.Fatalf("%v and %v, %v; want the same batch for the same past", cells, same, err)
			}
			table, err := l.Table()
			if err != nil {
				t.Fatal(err)
			}
			states, playing, total := map[string]league.LadderState{}, 0, 0
			for _, line := range table.Lines {
				states[line.Bot] = line.State
				if line.State == league.LadderPlaying {
					playing++
				}
				if line.Matches != played[line.Bot] {
					t.Fatalf("%s has %d matches; want %d", line.Bot, line.Matches, played[line.Bot])
				}
			}
			for _, c := range cells {
				total += c.Pairs
				bots := slices.Compact(slices.Sorted(slices.Values(c.Bots())))
				older := 0
				for _, bot := range bots {
					switch states[bot] {
					case league.LadderPlaying:
					case league.LadderOlder:
						older++
					default:
						t.Fatalf("%+v: %s is %s", c, bot, states[bot])
					}
				}
				switch {
				case len(c.Bots()) != seats && len(bots) != 2:
					t.Fatalf("%+v has not %d seats", c, seats)
				case older > 1 && playing > 1:
					t.Fatalf("%+v has %d older versions", c, older)
				case playing > 1 && len(bots)-older < min(seats-older, playing):
					t.Fatalf("%+v has %d of %d bots; want as many as have seats", c, len(bots), playing)
				}
				for range c.Pairs {
					matches := seatings(c, seats, func(bots []string) []int {
						return rapid.SliceOfN(rapid.IntRange(1, seats), seats, seats).Draw(t, "ranks")
					})
					seen := map[string]bool{}
					for _, m := range matches {
						seen[fmt.Sprint(m.Seats)] = true
					}
					if len(seen) != seats {
						t.Fatalf("%+v has %d seatings; want %d", c, len(seen), seats)
					}
					l.AddGroup(matches)
					again.AddGroup(matches)
					for _, bot := range bots {
						played[bot] += seats
					}
				}
			}
			if total != 0 && total != starts {
				t.Fatalf("%v has %d starts; want %d", cells, total, starts)
			}
		}
	})
}

// Groups that tell most about the order find it at least as well as groups by chance.
func TestOrderOfGroups(t *testing.T) {
	chosen, chance := 0.0, 0.0
	for run := range uint64(10) {
		f, names := newField(12, 60, rand.New(rand.NewPCG(*seed, run)))
		var open, random ladder.Ladder
		enter(&open, names...)
		enter(&random, names...)
		for range 25 {
			cells, err := open.Next(4, 4)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range cells {
				for range c.Pairs {
					open.AddGroup(seatings(c, 4, f.ranks))
					four := f.random.Perm(len(names))
					byChance := league.Cell{A: names[four[0]], B: names[four[1]], More: []string{names[four[2]], names[four[3]]}}
					random.AddGroup(seatings(byChance, 4, f.ranks))
				}
			}
		}
		chosen += f.tau(t, &open) / 10
		chance += f.tau(t, &random) / 10
	}
	t.Logf("tau %.3f of groups that were chosen, %.3f by chance", chosen, chance)
	if chosen < chance-0.01 || chosen < 0.85 {
		t.Errorf("tau %.3f after 400 matches of four seats; want 0.85 and that of groups by chance, %.3f", chosen, chance)
	}
}

// "A bot is set aside when three of its first ten matches ended by its own fault", in groups too.
func TestAsideInGroups(t *testing.T) {
	var l ladder.Ladder
	enter(&l, "a", "b", "c", "d")
	matches := seatings(league.Cell{A: "a", B: "b", More: []string{"c"}, Pairs: 1}, 3, func([]string) []int { return []int{1, 1, 1} })
	for _, m := range matches {
		m.Outcome.Faults[slices.Index(m.Seats, "b")] = referee.Crash
	}
	l.AddGroup(matches)
	table, err := l.Table()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range table.Lines {
		want := league.LadderPlaying
		if line.Bot == "b" {
			want = league.LadderAside
		}
		if line.State != want {
			t.Errorf("%s is %s; want %s", line.Bot, line.State, want)
		}
	}
}
