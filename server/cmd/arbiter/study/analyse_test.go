package study

import (
	"strings"
	"testing"

	"arbiter/server/study/analysis"
)

// A report without a mistake names the answer that seems to have cost most, and says no
// more than what was examined.
func TestNoMistake(t *testing.T) {
	regret, err := 0.09, 0.08
	turns := []analysis.Turn{{Turn: 1}, {Turn: 10, Seat: 1, Regret: &regret, RegretError: &err}}
	for _, tt := range []struct {
		turns    []analysis.Turn
		examined float64
		want     string
	}{
		{turns[:1], 0.119, "11 % of the answers are examined, and none of these is known to be a mistake so far.\n"},
		{turns[:1], 1, "No answer is known to be a mistake.\n"},
		{turns, 1, "No answer is known to be a mistake. That of seat 1 in turn 10 seems to have cost most: 0.090 ± 0.080. A larger --budget may tell.\n"},
	} {
		var out strings.Builder
		if err := printAnalysis(&out, &analysis.Analysis{Game: "ctf", Turns: tt.turns, Examined: tt.examined}); err != nil || !strings.HasSuffix(out.String(), tt.want) {
			t.Errorf("printed %q, %v; want %q at the end", out.String(), err, tt.want)
		}
	}
}

// "The value never falls" is said only where all positions are valued.
func TestNeverFalls(t *testing.T) {
	value := 5.0
	r := &analysis.Analysis{Game: "heropath", Turns: []analysis.Turn{{Turn: 1, Value: &value}, {Turn: 2}}}
	for _, want := range []string{"between the positions that are valued so far; a larger --budget values more.\n", "The value never falls.\n"} {
		var out strings.Builder
		if err := printAnalysis(&out, r); err != nil || !strings.HasSuffix(out.String(), want) {
			t.Errorf("printed %q, %v; want %q at the end", out.String(), err, want)
		}
		r.Turns[1].Value = &value
	}
}
