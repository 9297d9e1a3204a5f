package main

import (
	"strings"
	"testing"

	"arbiter/server/analysis"
)

// "analyse prints where the value falls most", of a match whose answers have no
// costs, the largest fall first.
func TestFalls(t *testing.T) {
	value := func(turn int, v float64) analysis.Turn { return analysis.Turn{Turn: turn, Value: &v} }
	r := &analysis.Report{Turns: []analysis.Turn{value(1, 900), value(5, 880), {Turn: 7}, value(9, 500), value(11, 500)}}
	falls, valued := fallsOf(r)
	if valued != 4 || len(falls) != 2 || falls[0] != (fall{0, 5, 9, 880, 500}) || falls[1] != (fall{0, 1, 5, 900, 880}) {
		t.Errorf("falls %v of %d values", falls, valued)
	}
	var out strings.Builder
	if err := printAnalysis(&out, r); err != nil || !strings.Contains(out.String(), "5 to 9  0     880           500          380") {
		t.Errorf("printed %s, %v", out.String(), err)
	}
	cost := 0.0
	r.Turns[0].Regret = &cost
	if _, valued := fallsOf(r); valued > 0 {
		t.Error("answers that have costs are left out")
	}
}
