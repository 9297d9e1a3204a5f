package check_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbiter/referee"
	"arbiter/server/check"
	"arbiter/server/league"
	"arbiter/server/rating"
)

// "In the order of the schedule and not of arrival: the verdict is the same
// however many matches are played at a time."
func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	definition := league.Tournament{
		ID: "check", Game: "tally", Seats: 2, Format: league.RoundRobin,
		Bots: []string{"new@1", "old@2"}, Starts: []league.Start{{Seed: 1}, {Seed: 2}, {Seed: 3}}, Games: 200,
	}
	test := rating.SPRT{Model: rating.Logistic, Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}
	draw := rand.New(rand.NewPCG(1, 2))
	var matches []league.Match
	for p := range league.Pairings(definition, league.Outcomes{}) {
		ranks := []int{1, 2}
		if draw.IntN(3) == 0 {
			ranks = []int{2, 1}
		}
		if draw.IntN(2) == 0 && p.Seats[0] == "old@2" {
			ranks = []int{2, 1}
		}
		matches = append(matches, league.Match{Seats: p.Seats, Start: p.Start, Repetition: p.Repetition,
			Outcome: league.Outcome{Scores: []int64{0, 0}, Ranks: ranks, Faults: []referee.Kind{referee.Timeout, ""}}})
	}
	play := func() check.Found {
		tr := check.New(definition, test)
		for _, m := range matches {
			tr.Add(m)
		}
		counted := 0
		for _, m := range matches {
			if tr.Counts(m) {
				counted++
			}
		}
		if found := tr.Found(); counted != 2*found.Trials || found.Faults["new@1"]["timeout"] != found.Trials {
			t.Errorf("%d matches and faults %v count; want those of %d pairs, with a timeout each", counted, found.Faults, found.Trials)
		}
		if !tr.Decided() {
			t.Fatalf("undecided: %v", tr)
		}
		return tr.Found()
	}
	want := play()
	for range 5 {
		draw.Shuffle(len(matches), func(i, j int) { matches[i], matches[j] = matches[j], matches[i] })
		if diff := cmp.Diff(want, play()); diff != "" {
			t.Fatal(diff)
		}
	}
}
