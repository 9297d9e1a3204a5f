package check_test

import (
	"strings"
	"testing"

	"arbiter/server/league/rating"
	"arbiter/server/playing/check"
)

// "Score and wins point in opposite directions, both beyond their errors": only
// then a note says so.
func TestDisagreementIsNoted(t *testing.T) {
	for _, tt := range []struct {
		name       string
		difference float64
		points     float64
		starts     bool // enough for an error
		want       bool
	}{
		{"a higher score and fewer wins", 90, 0.1, true, true},
		{"a lower score and more wins", -90, 0.9, true, true},
		{"a higher score and more wins", 90, 0.9, true, false},
		{"a higher score and as many wins", 90, 0.5, true, false},
		{"one start", 90, 0.1, false, false},
		{"a score that is higher within its error", 40, 0.1, true, false},
		{"fewer wins within their error", 90, 0.48, true, false},
	} {
		los, error95 := 0.01, 50.0
		switch {
		case tt.points > 0.5:
			los = 0.99
		case tt.points > 0.4:
			los = 0.2
		}
		s := check.Status{Scores: &rating.PairedMean{Difference: &tt.difference}, Estimate: rating.Estimate{Score: &tt.points, LOS: &los}}
		if tt.starts {
			s.Scores.Error95 = &error95
		}
		if got := strings.Contains(strings.Join(s.Notes(), " "), "Score and Elo disagree"); got != tt.want {
			t.Errorf("%s: noted %v; want %v", tt.name, got, tt.want)
		}
	}
}

// "If there are few distinct games, the bots repeat themselves, and a note says
// so", except when both bots play the same, which is a note of its own.
func TestRepeatedGamesAreNoted(t *testing.T) {
	repeated := check.Status{Matches: 294, Distinct: 2}
	if notes := repeated.Notes(); len(notes) != 1 || !strings.HasPrefix(notes[0], "Only 2 of 294 games are distinct") {
		t.Errorf("notes %q; want that 2 of 294 games are distinct", notes)
	}
	repeated.By, repeated.Same = check.BySamePlay, 51
	if notes := repeated.Notes(); len(notes) != 0 {
		t.Errorf("notes %q of bots that play the same; the sentence says so", notes)
	}
}

// "A lopsided result has a bound": one, which the sentence says. That of the estimate
// holds for a number of games that was fixed before, and would be another one.
func TestLopsidedResultHasOneBound(t *testing.T) {
	pairs := rating.Pairs{LL: 10}
	lost := check.Status{Decision: rating.H0, Matches: 20, Distinct: 20, Estimate: pairs.Estimate()}
	if lost.Estimate.Note == "" {
		t.Fatal("a score of 0 has no note of its own; the test is wrong")
	}
	if notes := lost.Notes(); len(notes) != 0 {
		t.Errorf("notes %q beside the sentence; want none", notes)
	}
}
