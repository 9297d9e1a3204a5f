package league

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"arbiter/referee"
	"arbiter/server/league/rating"
)

// game returns a two-seat match on a seed: "a-b" won by the first seat for
// '1', by the second for '0', drawn for '='.
func game(seats string, seed int64, result byte) Match {
	scores := map[byte][]int64{'1': {1, 0}, '0': {0, 1}, '=': {0, 0}}[result]
	return Match{
		Seats: strings.Split(seats, "-"), Start: Start{Seed: seed}, Reason: "flag",
		Outcome: Outcome{Scores: scores, Ranks: referee.RankScores(scores), Faults: make([]referee.Kind, 2)},
	}
}

// soloMatch returns a solo match.
func soloMatch(bot string, seed, score int64) Match {
	return Match{
		Seats: []string{bot}, Start: Start{Seed: seed}, Reason: "turns",
		Outcome: Outcome{Scores: []int64{score}, Ranks: []int{1}, Faults: []referee.Kind{""}},
	}
}

// A fatal is a test, or one of the draws of a property.
type fatal interface {
	Helper()
	Fatal(...any)
}

func standings(t fatal, matches []Match, o Options) Standings {
	t.Helper()
	var table Table
	for _, m := range matches {
		table.Add(m)
	}
	s, err := table.Standings(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStandings(t *testing.T) {
	late := game("b-a", 2, '0')
	late.Outcome.Faults[0] = referee.Timeout
	late.Reason = "fault"
	s := standings(t, []Match{game("a-b", 1, '1'), game("b-a", 1, '='), game("a-b", 2, '0'), late}, Options{Anchor: "b", At: 1000})
	a, b := s.Lines[0], s.Lines[1]
	if a.Bot != "a" || a.Place != 1 || b.Place != 2 || a.Matches != 4 {
		t.Fatalf("lines %+v and %+v, want a first with 4 matches", a, b)
	}
	if a.Games != (rating.Games{Wins: 2, Draws: 1, Losses: 1}) || a.Points != 2.5 || *a.Score != 0.625 {
		t.Errorf("a has %+v, %v points, score %v; want 2, 1, 1, 2.5 and 0.625", a.Games, a.Points, *a.Score)
	}
	if diff := cmp.Diff([]rating.Games{{Wins: 1, Losses: 1}, {Wins: 1, Draws: 1}}, a.Seats); diff != "" {
		t.Error("a by seat (-want +got):\n" + diff)
	}
	if *b.Elo != 1000 || *b.EloError95 != 0 || *a.Elo <= 1000 {
		t.Errorf("b %v +- %v, a %v; want the anchor b at 1000 and a above", *b.Elo, *b.EloError95, *a.Elo)
	}
	if *a.LOS < 0.5 || *a.LOS > 1 || b.LOS != nil {
		t.Errorf("LOS %v and %v; want a's above one half and none for the last", *a.LOS, b.LOS)
	}
	if diff := cmp.Diff([]Count{{"timeout", 1}}, b.Faults); diff != "" {
		t.Error("b's faults (-want +got):\n" + diff)
	}
	if diff := cmp.Diff([]Count{{"flag", 3}, {"fault", 1}}, s.Reasons); diff != "" {
		t.Error("reasons (-want +got):\n" + diff)
	}
	if want := rating.SeatBiasOf(rating.Games{Wins: 1, Draws: 1, Losses: 2}); !cmp.Equal(&want, s.FirstSeat) {
		t.Errorf("first seat %+v, want %+v", s.FirstSeat, want)
	}
}

func TestDuel(t *testing.T) {
	var table Table
	for _, m := range []Match{game("a-b", 1, '1'), game("b-a", 1, '='), game("a-b", 2, '0'), game("b-a", 2, '0'), game("b-a", 3, '1')} {
		table.Add(m)
	}
	d, ok := table.Duel("b", "a")
	if !ok || d.Games != (rating.Games{Wins: 2, Draws: 1, Losses: 2}) {
		t.Fatalf("b against a: %+v, %v; want 2, 1, 2", d.Games, ok)
	}
	// Seed 1: b lost one and drew one. Seed 2: one each. Seed 3 is half played.
	if d.Pairs != (rating.Pairs{LD: 1, DD: 1}) || !d.Paired {
		t.Errorf("pairs %+v, paired %v; want LD and DD", d.Pairs, d.Paired)
	}
	if diff := cmp.Diff([]rating.Games{{Wins: 1, Draws: 1, Losses: 1}, {Wins: 1, Losses: 1}}, d.Seats); diff != "" {
		t.Error("b by seat (-want +got):\n" + diff)
	}
	table.Add(game("b-a", 4, '1'))
	if d, _ = table.Duel("b", "a"); d.Paired {
		t.Error("the estimate uses pairs although two games lack their counterpart")
	}
	if _, ok := table.Duel("a", "c"); ok {
		t.Error("Duel knows c, which has not played")
	}
	if _, ok := table.Duel("a", "a"); ok {
		t.Error("Duel of a against itself")
	}
	if d, _ := table.Duel("a", "b"); d.Games != (rating.Games{Wins: 2, Draws: 1, Losses: 3}) {
		t.Errorf("a against b: %+v; want the mirror image of b against a: 2, 1, 3", d.Games)
	}
}

// "A match of a bot against itself says nothing about its strength."
func TestSelfPlayIsLeftOut(t *testing.T) {
	var table Table
	table.Add(game("a-b", 1, '1'))
	want, err := table.Standings(Options{})
	if err != nil {
		t.Fatal(err)
	}
	table.Add(game("a-a", 1, '1'))
	got, err := table.Standings(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error("after a-a (-want +got):\n" + diff)
	}
}

// Forgiven faults are counted, all of them, and cost no match.
func TestForgivenFaults(t *testing.T) {
	var table Table
	for seed, forgiven := range []int{145, 0, 2} {
		m := soloMatch("a", int64(seed), 10)
		m.Outcome.Forgiven = []int{forgiven}
		table.Add(m)
	}
	table.Add(soloMatch("b", 1, 10)) // not known
	s, err := table.Standings(Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range s.Lines {
		if want := map[string]int{"a": 147, "b": 0}[l.Bot]; l.Forgiven != want || len(l.Faults) != 0 {
			t.Errorf("%s: %d forgiven, faults %v; want %d and none", l.Bot, l.Forgiven, l.Faults, want)
		}
	}
}

// Two solo matches on a start compare as a win, draw or loss of a two-seat game.
func TestSoloStandings(t *testing.T) {
	matches := []Match{soloMatch("a", 1, 10), soloMatch("b", 1, 5), soloMatch("a", 2, 7), soloMatch("b", 2, 7), soloMatch("a", 3, 0), soloMatch("c", 3, 100)}
	s := standings(t, matches, Options{})
	lines := make(map[string]Line)
	for _, l := range s.Lines {
		lines[l.Bot] = l
	}
	if lines["a"].Games != (rating.Games{Wins: 1, Draws: 1, Losses: 1}) || lines["a"].Matches != 3 {
		t.Errorf("a has %+v in %d matches; want one of each in 3", lines["a"].Games, lines["a"].Matches)
	}
	if want := rating.MeanScore([]int64{10, 7, 0}); !cmp.Equal(&want, lines["a"].Mean) {
		t.Errorf("a's mean is %+v, want %+v", lines["a"].Mean, want)
	}
	if s.Lines[0].Bot != "c" || s.FirstSeat != nil || len(lines["a"].Seats) != 0 {
		t.Errorf("%+v; want c first and nothing about seats", s)
	}
	if lines["a"].Relative != nil {
		t.Error("a relative score without best scores")
	}
}

// "Of these starts Line.Relative is the sum" of 1000 own / best.
func TestRelativeScore(t *testing.T) {
	best := func(s Start) (int64, bool) { return 100 * s.Seed, s.Seed < 3 }
	again := soloMatch("b", 2, 200)
	again.Repetition = 1
	s := standings(t, []Match{soloMatch("a", 1, 50), soloMatch("a", 2, 200), soloMatch("a", 3, 9), soloMatch("b", 1, 60), soloMatch("b", 2, 100), again, soloMatch("b", 3, 9)}, Options{Best: best})
	if a, b := s.Lines[0], s.Lines[1]; a.Bot != "a" || *a.Relative != 1500 || *b.Relative != 600+750 {
		t.Errorf("%s %v, %s %v; want a 1500, b 1350 (its two games on seed 2 contribute their mean)", a.Bot, *a.Relative, b.Bot, *b.Relative)
	}
}

func TestStandingsWithoutGames(t *testing.T) {
	var table Table
	table.Enter("b", "a")
	s, err := table.Standings(Options{Anchor: "a"})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Lines) != 2 || s.Lines[0].Bot != "a" || s.Lines[0].Elo != nil {
		t.Errorf("lines %+v, want a and b without Elo", s.Lines)
	}
	if len(s.Notes) != 1 || !strings.HasPrefix(s.Notes[0], "the anchor a has no games yet") {
		t.Errorf("notes %q, want one on the anchor", s.Notes)
	}
	if s := standings(t, []Match{soloMatch("a", 1, 5)}, Options{}); *s.Lines[0].Mean.Mean != 5 || s.Lines[0].Elo != nil {
		t.Errorf("one bot alone: %+v, want its mean and no Elo", s.Lines[0])
	}
}

// "Standings and duels are bit for bit the same in whatever order matches are
// added."
func TestStandingsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cup := definitions(t)
		pairings, results := playAll(cup)
		var matches []Match
		for _, p := range pairings {
			matches = append(matches, Match{Seats: p.Seats, Start: p.Start, Repetition: p.Repetition, Outcome: results[p.ID(cup.ID)]})
		}
		compute := func() (Standings, []Duel) {
			var table Table
			for _, m := range matches {
				table.Add(m)
			}
			s, err := table.Standings(Options{Best: func(Start) (int64, bool) { return 3, cup.Solo() }})
			if err != nil {
				t.Fatal(err)
			}
			var duels []Duel
			for i, a := range cup.Bots {
				for _, b := range cup.Bots[:i] {
					d, _ := table.Duel(a, b)
					duels = append(duels, d)
				}
			}
			return s, duels
		}
		wantStandings, wantDuels := compute()
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 0))
		random.Shuffle(len(matches), func(i, j int) { matches[i], matches[j] = matches[j], matches[i] })
		gotStandings, gotDuels := compute()
		if diff := cmp.Diff(wantStandings, gotStandings); diff != "" {
			t.Error("standings (-want +got):\n" + diff)
		}
		if diff := cmp.Diff(wantDuels, gotDuels); diff != "" {
			t.Error("duels (-want +got):\n" + diff)
		}
	})
}

// benchMatches returns a large round-robin: a million matches of 500 bots.
func benchMatches(seats int) []Match {
	const bots, wanted = 500, 1_000_000
	cup := tournament(RoundRobin, seats, bots, 2000, 0)
	random := rand.New(rand.NewPCG(1, 2))
	number := make(map[string]int64, bots)
	for i, bot := range cup.Bots {
		number[bot] = int64(i)
	}
	var matches []Match
	for p := range Pairings(cup, nil) {
		scores := make([]int64, seats)
		for seat, bot := range p.Seats {
			scores[seat] = number[bot]/10 + random.Int64N(100)
		}
		matches = append(matches, Match{Seats: p.Seats, Start: p.Start, Repetition: p.Repetition, Reason: "end",
			Outcome: Outcome{Scores: scores, Ranks: referee.RankScores(scores), Faults: make([]referee.Kind, seats)}})
		if len(matches) == wanted {
			break
		}
	}
	return matches
}

func BenchmarkStandings(b *testing.B) {
	for seats := 1; seats <= 2; seats++ {
		b.Run(fmt.Sprintf("seats=%d", seats), func(b *testing.B) {
			matches := benchMatches(seats)
			for b.Loop() {
				standings(b, matches, Options{})
			}
		})
	}
}
