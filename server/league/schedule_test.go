package league

import (
	"fmt"
	"hash/fnv"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbiter/referee"
)

// tournament returns a valid definition with bots a, b, c and so on.
func tournament(format Format, seats, bots, starts, games int) Tournament {
	t := Tournament{ID: "cup", Game: "domain", Seats: seats, Format: format, Games: games}
	for i := range bots {
		t.Bots = append(t.Bots, botName(i))
	}
	for i := range starts {
		t.Starts = append(t.Starts, Start{Seed: int64(i + 1)})
	}
	if format == Gauntlet {
		t.Challengers = 1
	}
	return t
}

func botName(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return fmt.Sprintf("bot%d", i)
}

// played returns a made-up outcome: often a tie, the same for each call.
func played(t Tournament, p Pairing) Outcome {
	hash := fnv.New64a()
	hash.Write([]byte(p.ID(t.ID)))
	chance := hash.Sum64() % 3
	if t.Solo() {
		return Outcome{Scores: []int64{int64(chance)}, Ranks: []int{1}, Faults: []referee.Kind{""}}
	}
	scores := [][]int64{{1, 0}, {0, 0}, {0, 1}}[chance]
	return Outcome{Scores: scores, Ranks: referee.RankScores(scores), Faults: []referee.Kind{"", ""}}
}

// most is more matches than any tournament of these tests has, except endless ones.
const most = 2000

// playAll plays a tournament to its end and returns its pairings.
func playAll(t Tournament) ([]Pairing, Outcomes) {
	results := Outcomes{}
	for !Complete(t, results) {
		for _, p := range collect(Remaining(t, results), most) {
			results[p.ID(t.ID)] = played(t, p)
		}
	}
	return collect(Pairings(t, results), most), results
}

func collect(pairings iter.Seq[Pairing], n int) []Pairing {
	var all []Pairing
	for p := range pairings {
		if all = append(all, p); len(all) == n {
			break
		}
	}
	return all
}

// wantPairings compares pairings written as "round seats start/game".
func wantPairings(t *testing.T, got []Pairing, want ...string) {
	t.Helper()
	var lines []string
	for _, p := range got {
		line := fmt.Sprintf("%d %s %d", p.Round, strings.Join(p.Seats, "-"), p.Start.Seed)
		if p.Repetition > 0 {
			line += fmt.Sprintf("/%d", p.Repetition)
		}
		lines = append(lines, line)
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error("pairings (-want +got):\n" + diff)
	}
}

func TestRoundRobin(t *testing.T) {
	t.Run("three bots, two starts: one start after the other", func(t *testing.T) {
		got := collect(Pairings(tournament(RoundRobin, 2, 3, 2, 0), nil), most)
		wantPairings(t, got,
			"1 b-c 1", "1 c-b 1", "1 a-c 1", "1 c-a 1", "1 a-b 1", "1 b-a 1",
			"2 b-c 2", "2 c-b 2", "2 a-c 2", "2 c-a 2", "2 a-b 2", "2 b-a 2")
	})
	t.Run("more games than starts go round again", func(t *testing.T) {
		got := collect(Pairings(tournament(RoundRobin, 2, 2, 2, 3), nil), most)
		wantPairings(t, got, "1 a-b 1", "1 b-a 1", "2 a-b 2", "2 b-a 2", "3 a-b 1/1", "3 b-a 1/1")
	})
	t.Run("fewer games than starts take the first ones", func(t *testing.T) {
		got := collect(Pairings(tournament(RoundRobin, 2, 2, 9, 1), nil), most)
		wantPairings(t, got, "1 a-b 1", "1 b-a 1")
	})
	t.Run("solo: each bot plays alone once per start", func(t *testing.T) {
		got := collect(Pairings(tournament(RoundRobin, 1, 2, 2, 0), nil), most)
		wantPairings(t, got, "1 a 1", "1 b 1", "2 a 2", "2 b 2")
	})
	t.Run("solo: one bot is enough", func(t *testing.T) {
		got := collect(Pairings(tournament(RoundRobin, 1, 1, 1, 2), nil), most)
		wantPairings(t, got, "1 a 1", "2 a 1/1")
	})
}

// "No bot has met more than one bot more than another", or two more with a bye.
func TestRoundRobinProgressesEvenly(t *testing.T) {
	for bots := 2; bots <= 9; bots++ {
		games := make(map[string]int)
		for p := range Pairings(tournament(RoundRobin, 2, bots, 3, 0), nil) {
			games[p.Seats[0]]++
			least := most
			for i := range bots {
				least = min(least, games[botName(i)])
			}
			if ahead := games[p.Seats[0]] - least; ahead > 1+bots%2 {
				t.Fatalf("%d bots: %s is %d games ahead", bots, p.Seats[0], ahead)
			}
		}
	}
}

func TestGauntlet(t *testing.T) {
	cup := tournament(Gauntlet, 2, 4, 1, 0)
	cup.Challengers = 2
	wantPairings(t, collect(Pairings(cup, nil), most),
		"1 a-c 1", "1 c-a 1", "1 b-d 1", "1 d-b 1",
		"1 a-d 1", "1 d-a 1", "1 b-c 1", "1 c-b 1")
}

// favourites is a tournament in which the bot that comes first in order always wins.
type favourites struct {
	Tournament
	order string
}

// play plays the matches that can be played now.
func (f favourites) play(results Outcomes) {
	for _, p := range collect(Remaining(f.Tournament, results), most) {
		scores := make([]int64, len(p.Seats))
		for seat, bot := range p.Seats {
			scores[seat] = -int64(strings.Index(f.order, bot))
		}
		results[p.ID(f.ID)] = Outcome{Scores: scores, Ranks: referee.RankScores(scores)}
	}
}

func TestSwiss(t *testing.T) {
	cup := favourites{tournament(Swiss, 2, 5, 1, 0), "edcba"}
	results := Outcomes{}
	wantPairings(t, collect(Pairings(cup.Tournament, results), most), "1 a-b 1", "1 b-a 1", "1 c-d 1", "1 d-c 1")

	// e had a bye, which is a win: e, b and d lead. a, which met the winner b, and c are behind.
	cup.play(results)
	wantPairings(t, collect(Remaining(cup.Tournament, results), most), "2 b-d 1", "2 d-b 1", "2 e-a 1", "2 a-e 1")

	// d and e have 2, b and c (which had a bye) have 1, a has 0 and gets the bye.
	cup.play(results)
	wantPairings(t, collect(Remaining(cup.Tournament, results), most), "3 d-e 1", "3 e-d 1", "3 b-c 1", "3 c-b 1")

	cup.play(results)
	if !Complete(cup.Tournament, results) {
		t.Error("not complete after three rounds, enough for five bots")
	}
}

func TestSwissRounds(t *testing.T) {
	for bots, want := range map[int]int{2: 1, 3: 2, 4: 2, 5: 3, 8: 3, 9: 4, 500: 9} {
		if got := tournament(Swiss, 2, bots, 1, 0).swissRounds(); got != want {
			t.Errorf("%d bots: %d rounds, want %d", bots, got, want)
		}
	}
}

// With at most half as many rounds as bots, no two bots meet twice and no bot has
// two byes.
func TestSwissAvoidsRematches(t *testing.T) {
	for bots := 2; bots <= 33; bots++ {
		cup := tournament(Swiss, 2, bots, 2, 1)
		cup.Rounds = (bots + 1) / 2
		pairings, _ := playAll(cup)
		for _, p := range pairings {
			if p.Repetition > 0 || p.Start.Seed != 1 {
				t.Errorf("%d bots: %v met again in round %d", bots, p.Seats, p.Round)
			}
		}
	}
}

// A rematch continues on the start after the last one of the two bots.
func TestSwissRematch(t *testing.T) {
	cup := tournament(Swiss, 2, 2, 3, 2)
	cup.Rounds = 2
	pairings, _ := playAll(cup)
	wantPairings(t, pairings, "1 a-b 1", "1 b-a 1", "1 a-b 2", "1 b-a 2", "2 a-b 3", "2 b-a 3", "2 a-b 1/1", "2 b-a 1/1")
}

// "A round goes on in the list of starts where the one before ended", in each format
// that has rounds; a tournament of version 0.1 plays the first ones again.
func TestRoundsGoOnInTheList(t *testing.T) {
	for _, format := range []Format{Swiss, Knockout, Adaptive} {
		for _, seats := range []int{1, 2} {
			cup := tournament(format, seats, 8, 9, 3)
			if format == Adaptive {
				cup.Rounds = 3
			}
			old, _ := playAll(cup)
			for _, p := range old {
				if p.Round > 1 && p.Start.Seed > 3 && format == Swiss {
					t.Errorf("an old %s plays %v in round %d", format, p.Start, p.Round)
				}
			}
			cup.Schedule = ScheduleVersion
			pairings, _ := playAll(cup)
			seen := map[int]int{}
			for _, p := range pairings {
				first := int64(3*(p.Round-1) + 1)
				extended := format == Knockout && p.Start.Seed < first+3+TieBreaks
				if p.Repetition == 0 && (p.Start.Seed < first || p.Start.Seed >= first+3 && !extended) {
					t.Errorf("%s: %v plays %v in round %d; want starts from %d on", format, p.Seats, p.Start, p.Round, first)
				}
				seen[p.Round]++
			}
			if len(seen) != 3 {
				t.Errorf("%s: matches by round %v; want three rounds", format, seen)
			}
		}
	}
}

// A tournament that plays the whole list in each round has nothing to go on to: its
// solo bots do not play a start again.
func TestWholeListIsPlayedOnce(t *testing.T) {
	cup := tournament(Swiss, 1, 8, 4, 0)
	cup.Schedule = ScheduleVersion
	if pairings, _ := playAll(cup); len(pairings) != 8*4 {
		t.Errorf("%d matches; want each of 8 bots once on each of 4 starts", len(pairings))
	}
}

func TestBracket(t *testing.T) {
	for n, want := range map[int][]int{
		2: {0, 1},
		3: {0, bye, 1, 2},
		5: {0, bye, 3, 4, 1, bye, 2, bye},
		8: {0, 7, 3, 4, 1, 6, 2, 5},
	} {
		if got := bracket(n); !slices.Equal(got, want) {
			t.Errorf("bracket(%d) = %v, want %v", n, got, want)
		}
	}
}

func TestKnockout(t *testing.T) {
	t.Run("the loser is eliminated", func(t *testing.T) {
		cup := favourites{tournament(Knockout, 2, 5, 1, 0), "edcba"}
		results := Outcomes{}
		for !Complete(cup.Tournament, results) {
			cup.play(results)
		}
		wantPairings(t, collect(Pairings(cup.Tournament, results), most),
			"1 d-e 1", "1 e-d 1",
			"2 a-e 1", "2 e-a 1", "2 b-c 1", "2 c-b 1",
			"3 c-e 1", "3 e-c 1")
	})
	t.Run("a tie is extended one start at a time; then the earlier entry advances", func(t *testing.T) {
		cup := tournament(Knockout, 2, 3, 2, 0)
		results := Outcomes{}
		for !Complete(cup, results) {
			for p := range Remaining(cup, results) {
				results[p.ID(cup.ID)] = Outcome{Ranks: []int{1, 1}}
			}
		}
		wantPairings(t, collect(Pairings(cup, results), most),
			"1 b-c 1", "1 c-b 1", "1 b-c 2", "1 c-b 2",
			"1 b-c 1/1", "1 c-b 1/1", "1 b-c 2/1", "1 c-b 2/1", "1 b-c 1/2", "1 c-b 1/2",
			"2 a-b 1", "2 b-a 1", "2 a-b 2", "2 b-a 2",
			"2 a-b 1/1", "2 b-a 1/1", "2 a-b 2/1", "2 b-a 2/1", "2 a-b 1/2", "2 b-a 1/2")
	})
}

// "Results that arrive during an iteration count": one loop may play them all.
func TestPlayWhileIterating(t *testing.T) {
	cup := tournament(Swiss, 2, 8, 2, 0)
	want, _ := playAll(cup)
	results := Outcomes{}
	var got []Pairing
	for p := range Remaining(cup, results) {
		got = append(got, p)
		results[p.ID(cup.ID)] = played(cup, p)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("pairings (-want +got):\n" + diff)
	}
}

func TestAdaptive(t *testing.T) {
	t.Run("every bot plays in every round", func(t *testing.T) {
		cup := tournament(Adaptive, 2, 6, 4, 1)
		cup.Rounds = 10
		pairings, _ := playAll(cup)
		seats := make(map[string]int)
		for _, p := range pairings {
			seats[fmt.Sprint(p.Round, p.Seats[0])]++
		}
		if len(seats) != 60 {
			t.Errorf("%d bots in 10 rounds, want 60", len(seats))
		}
	})
	t.Run("closest ratings meet", func(t *testing.T) {
		r := estimates{bots: []estimate{{300, 50, 9}, {0, 50, 9}, {310, 50, 9}, {-10, 50, 9}}, met: [][]int{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}}
		if diff := cmp.Diff([]encounter{{a: 0, b: 2}, {a: 1, b: 3}}, r.choose(), cmp.AllowUnexported(encounter{})); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("the widest deviation chooses first, and of equal ratings the wider deviation is chosen", func(t *testing.T) {
		r := estimates{bots: []estimate{{0, 50, 9}, {0, 80, 9}, {0, 200, 1}, {0, 90, 9}}, met: [][]int{{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}}}
		if got := r.choose()[0]; got.a != 2 || got.b != 3 {
			t.Errorf("first %v, want 2 against 3", got)
		}
	})
	t.Run("without a number of rounds it is endless", func(t *testing.T) {
		cup := tournament(Adaptive, 2, 3, 1, 0)
		results := Outcomes{}
		for p := range Remaining(cup, results) {
			if results[p.ID(cup.ID)] = played(cup, p); len(results) == most {
				break
			}
		}
		if Complete(cup, results) {
			t.Errorf("done after %d matches", len(results))
		}
	})
}

// definitions draws valid tournaments.
func definitions(t *rapid.T) Tournament {
	format := rapid.SampledFrom(Formats()).Draw(t, "format")
	seats := rapid.IntRange(1, 2).Draw(t, "seats")
	cup := tournament(format, seats, rapid.IntRange(2, 11).Draw(t, "bots"), rapid.IntRange(1, 4).Draw(t, "starts"), rapid.IntRange(0, 5).Draw(t, "games"))
	cup.Schedule = rapid.IntRange(0, ScheduleVersion).Draw(t, "schedule")
	switch format {
	case Gauntlet:
		cup.Challengers = rapid.IntRange(1, len(cup.Bots)-1).Draw(t, "challengers")
	case Swiss:
		cup.Rounds = rapid.IntRange(0, 7).Draw(t, "rounds")
	case Adaptive:
		cup.Rounds = rapid.IntRange(1, 7).Draw(t, "rounds")
	}
	return cup
}

// Every schedule is complete, balanced by seat and free of duplicates.
func TestEverySchedule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cup := definitions(t)
		if err := cup.Validate(); err != nil {
			t.Fatal(err)
		}
		pairings, _ := playAll(cup)
		seen := make(map[string]bool)
		balance := make(map[string]int)
		for i, p := range pairings {
			if seen[p.ID(cup.ID)] {
				t.Fatalf("%v comes twice", p)
			}
			seen[p.ID(cup.ID)] = true
			if len(p.Seats) != cup.Seats {
				t.Fatalf("%v has %d seats, want %d", p, len(p.Seats), cup.Seats)
			}
			if i > 0 && p.Round < pairings[i-1].Round {
				t.Fatalf("round %d after round %d", p.Round, pairings[i-1].Round)
			}
			if cup.Solo() {
				continue
			}
			if i%2 == 1 && p.Pair() != pairings[i-1].Pair() {
				t.Fatalf("%v follows %v; want the other game of its pair", p, pairings[i-1])
			}
			balance[p.Seats[0]+p.Seats[1]]++
			balance[p.Seats[1]+p.Seats[0]]--
		}
		for two, ahead := range balance {
			if ahead != 0 {
				t.Fatalf("%s: %d more games on the first seat", two, ahead)
			}
		}
		if n, exact := Total(cup); exact && n != len(pairings) {
			t.Fatalf("%d matches, Total says %d", len(pairings), n)
		}
	})
}

// "The same tournament with the same results gives the same pairings, in whatever
// order the results arrived", also across interruptions.
func TestResume(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cup := definitions(t)
		want, all := playAll(cup)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
		results := Outcomes{}
		for {
			before := collect(Pairings(cup, results), most)
			if !slices.EqualFunc(before, want[:min(len(before), len(want))], func(a, b Pairing) bool { return cmp.Equal(a, b) }) {
				t.Fatalf("after %d results: %v, want it to begin %v", len(results), before, want)
			}
			open := collect(Remaining(cup, results), most)
			if len(open) == 0 {
				break
			}
			random.Shuffle(len(open), func(i, j int) { open[i], open[j] = open[j], open[i] })
			for _, p := range open[:1+random.IntN(len(open))] { // the rest is interrupted
				results[p.ID(cup.ID)] = all[p.ID(cup.ID)]
			}
		}
		if len(results) != len(want) {
			t.Fatalf("%d matches played, want %d", len(results), len(want))
		}
	})
}
