package study

import (
	"strings"
	"testing"

	"arbiter/server/study/analysis"
)

// A report without a mistake names the answer that seems to have cost most.
func TestNoMistake(t *testing.T) {
	regret, err := 0.09, 0.08
	turns := []analysis.Turn{{Turn: 1}, {Turn: 10, Seat: 1, Regret: &regret, RegretError: &err}}
	for _, tt := range []struct {
		turns []analysis.Turn
		want  string
	}{
		{turns[:1], "No answer is known to be a mistake.\n"},
		{turns, "No answer is known to be a mistake. That of seat 1 in turn 10 seems to have cost most: 0.090 ± 0.080. A larger --budget may tell.\n"},
	} {
		var out strings.Builder
		if err := printAnalysis(&out, &analysis.Analysis{Game: "ctf", Turns: tt.turns}); err != nil || !strings.HasSuffix(out.String(), tt.want) {
			t.Errorf("printed %q, %v; want %q at the end", out.String(), err, tt.want)
		}
	}
}
