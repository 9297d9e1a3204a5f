package league

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlacingsKnockout(t *testing.T) {
	cup := favourites{tournament(Knockout, 2, 5, 1, 0), "edcba"}
	results := Outcomes{}
	cup.play(results)
	want := []Placing{{Place: 1, Bot: "a"}, {Place: 1, Bot: "b"}, {Place: 1, Bot: "c"}, {Place: 1, Bot: "e"}, {Place: 5, Bot: "d"}}
	if diff := cmp.Diff(want, Placings(cup.Tournament, results)); diff != "" {
		t.Error("after a round (-want +got):\n" + diff)
	}
	cup.play(results)
	cup.play(results)
	want = []Placing{{Place: 1, Bot: "e"}, {Place: 2, Bot: "c"}, {Place: 3, Bot: "a"}, {Place: 3, Bot: "b"}, {Place: 5, Bot: "d"}}
	if diff := cmp.Diff(want, Placings(cup.Tournament, results)); diff != "" {
		t.Error("at the end (-want +got):\n" + diff)
	}
}

// Ties in points are broken by Buchholz, then by entry; a bye counts as a win.
func TestPlacingsSwiss(t *testing.T) {
	cup := favourites{tournament(Swiss, 2, 5, 1, 0), "edcba"}
	results := Outcomes{}
	cup.play(results)
	cup.play(results)
	want := []Placing{
		{Place: 1, Bot: "d", Points: 2, Buchholz: 2}, // beat c and b
		{Place: 2, Bot: "e", Points: 2, Buchholz: 0}, // had a bye and beat a
		{Place: 3, Bot: "b", Points: 1, Buchholz: 2}, // beat a, lost to d
		{Place: 4, Bot: "c", Points: 1, Buchholz: 2}, // lost to d, had a bye
		{Place: 5, Bot: "a", Points: 0, Buchholz: 3},
	}
	if diff := cmp.Diff(want, Placings(cup.Tournament, results)); diff != "" {
		t.Error("after two rounds (-want +got):\n" + diff)
	}
}

func TestPlacingsOfOtherFormats(t *testing.T) {
	if got := Placings(tournament(RoundRobin, 2, 3, 1, 0), Outcomes{}); got != nil {
		t.Errorf("placings %v, want none: the standings are the placing", got)
	}
}
